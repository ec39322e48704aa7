#!/usr/bin/env bash
# Tryton rounds tax half to even, where tax offices expect half up, and with the setting "per line" it rounds the sum so
# far after each line instead of the tax of the line. So the same two lines owe another tax in another order. A file of
# invoices from Tryton can differ by a cent from any other calculation without being wrong. Needs Debian 12.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq tryton-server=6.0.29-2+deb12u4 tryton-modules-account-invoice=6.0.9-1 tryton-modules-account=6.0.15-1 \
  tryton-modules-account-product tryton-modules-product tryton-modules-party tryton-modules-company tryton-modules-currency \
  tryton-modules-country python3-bcrypt python3-cffi-backend python3-dateutil python3-defusedxml python3-genshi python3-lxml \
  python3-magic python3-markupsafe python3-passlib python3-pkg-resources python3-polib python3-relatorio python3-simpleeval \
  python3-six python3-sql python3-stdnum python3-werkzeug python3-wrapt 2>/dev/null
for package in *.deb; do dpkg -x "$package" .; done
cat >try.py <<'PY'
import os, sys, warnings
warnings.simplefilter('ignore')
sys.path.insert(0, 'usr/lib/python3/dist-packages')
os.environ.update(DB_NAME=':memory:', TRYTOND_DATABASE_URI='sqlite://')
from decimal import Decimal
import trytond
from trytond.modules.account.tests import create_chart
from trytond.modules.company.tests import create_company, set_company
from trytond.pool import Pool
from trytond.tests.test_tryton import activate_module, with_transaction

activate_module('account_invoice')


@with_transaction()
def taxes():
    Account, Configuration, Invoice, Journal, Party, Tax = map(Pool().get, (
        'account.account', 'account.configuration', 'account.invoice', 'account.journal', 'party.party', 'account.tax'))
    company = create_company()
    with set_company(company):
        create_chart(company, tax=True)
        [tax] = Tax.search([])
        tax.rate = Decimal('0.15')
        tax.save()
        [revenue] = Account.search([('type.revenue', '=', True)], limit=1)
        [receivable] = Account.search([('type.receivable', '=', True)], limit=1)
        [journal] = Journal.search([('type', '=', 'revenue')], limit=1)
        [party] = Party.create([{'name': 'A customer', 'addresses': [('create', [{}])]}])

        def tax_of(rounding, *prices):
            settings = Configuration(1)
            settings.tax_rounding = rounding
            settings.save()
            [invoice] = Invoice.create([{
                'type': 'out', 'company': company.id, 'currency': company.currency.id, 'party': party.id,
                'invoice_address': party.addresses[0].id, 'journal': journal.id, 'account': receivable.id,
                'lines': [('create', [{
                    'type': 'line', 'description': price, 'quantity': 1, 'unit_price': Decimal(price), 'account': revenue.id,
                    'currency': company.currency.id, 'taxes': [('add', [tax.id])]} for price in prices])]}])
            Invoice.update_taxes([invoice])
            print(f'15 % of {" and ".join(prices)}, rounded per {rounding}: {invoice.tax_amount}')
            return str(invoice.tax_amount)

        return [tax_of('line', '10.10', '3.00'), tax_of('line', '3.00', '10.10'), tax_of('document', '10.10', '3.00')]


print(f'Tryton {trytond.__version__}')
# Exactly 1.515 + 0.45 = 1.965.
sys.exit(0 if taxes() == ['1.97', '1.96', '1.96'] else 1)
PY
python3 try.py 2>/dev/null
