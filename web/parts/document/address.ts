const addresses: Partial<Record<string, string>> = {
  transfer: '/inventory/transactions/view/',
  count: '/inventory/counts/',
  stock_entry: '/inventory/stock/entries/',
  purchase_order: '/purchase/orders/',
  purchase_return: '/purchase/returns/',
  sale: '/inventory/sales/view/',
  expense: '/accounting/expenses/view/',
  shift: '/reports/shifts/view/',
};

interface Reference {
  document_type: string;
  document_id: string;
  /** Set for a receipt, which is shown on its order's page. */
  purchase_order_id?: string | null;
}

/** The path of the page of a document that a row refers to. */
export const documentAddress = ({ document_type, document_id, purchase_order_id }: Reference): string | undefined =>
  purchase_order_id
    ? documentAddress({ document_type: 'purchase_order', document_id: purchase_order_id })
    : addresses[document_type] && addresses[document_type] + document_id;
