/* A file in Shopify's export format: one row per variant, product columns only in its first row, no barcodes, no SKUs. */

const heads =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Google Shopping / Google Product Category,Variant Image,Variant Weight Unit,Variant Tax Code'.split(
    ',',
  );

interface Exported {
  title: string;
  price: number;
  /** The product's option; by default Shopify's "Title / Default Title". */
  option?: 'Size' | 'Color';
  values?: string[];
}

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function shopifyFile(vendor: string, products: Exported[]): string {
  const lines = products.flatMap(({ title, price, option = 'Title', values = ['Default Title'] }) =>
    values.map((value, index) => {
      const first: Record<string, string> =
        index > 0
          ? {}
          : {
              Title: title,
              'Body (HTML)': `${title}, soft and "easy" to wear.`,
              Vendor: vendor,
              Tags: 'women',
              Published: 'true',
              'Option1 Name': option,
              'Image Src': `https://shop.example/${title.length}.jpg`,
              'Image Position': '1',
              'Gift Card': 'false',
            };
      const every = {
        Handle: title.toLowerCase().replaceAll(' ', '-'),
        'Option1 Value': value,
        'Variant Grams': '0',
        'Variant Inventory Qty': '1',
        'Variant Inventory Policy': 'deny',
        'Variant Fulfillment Service': 'manual',
        'Variant Price': String(price),
        'Variant Requires Shipping': 'true',
        'Variant Taxable': 'true',
        'Variant Weight Unit': 'kg',
      };
      const row: Record<string, string> = { ...first, ...every };
      return heads.map((head) => quoted(row[head] ?? '')).join(',');
    }),
  );
  return [heads.join(','), ...lines].join('\n') + '\n';
}
