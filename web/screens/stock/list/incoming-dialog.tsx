import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { incomingTo, type IncomingRow, type PlaceRow } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { documentAddress } from '@/parts/document/address.ts';
import { placeName } from '@/parts/place-name.ts';
import { Banner } from '@/ui/banner.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Table } from '@/ui/table.tsx';
import { variantName } from '@/parts/variant-name.ts';

/** The documents with incoming goods of a variant at a place. */
export function IncomingDialog({ row, onClose }: { row: PlaceRow; onClose: () => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const incoming = useQuery(incomingTo(row));
  const link = (document: IncomingRow) => {
    const open = document.document_type === 'transfer' ? can('inventory.transfers.view') : can('purchasing.orders.view');
    const number = <bdi className="number">{document.document_number}</bdi>;
    return open ? (
      <a className="link" href={documentAddress(document)}>
        {number}
      </a>
    ) : (
      number
    );
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('stock.incoming.title', { n: formatNumber(row.incoming) })}
      sub={t('stock.incoming.sub', { name: variantName(row), place: placeName(t, row) })}
    >
      {incoming.error && (
        <Banner tone="bad" onRetry={() => void incoming.refetch()}>
          {errorText(t, incoming.error)}
        </Banner>
      )}
      {incoming.isPending && !incoming.error && <Skeleton height="84px" />}
      {incoming.data && (
        <Table
          className="ledger-table"
          rows={incoming.data}
          keyOf={({ document_id }) => document_id}
          columns={[
            {
              head: t('stock.incoming.document'),
              cell: (document) => (
                <>
                  {t(`stock.incoming.type.${document.document_type as 'transfer' | 'purchase_order'}`)} {link(document)}
                </>
              ),
            },
            { head: t('stock.incoming.since'), className: 'muted', cell: ({ at }) => formatDateTime(at) },
            { head: t('stock.incoming.pieces'), num: 'numeric', cell: ({ quantity }) => <Figure value={formatNumber(quantity)} /> },
          ]}
        />
      )}
    </Dialog>
  );
}
