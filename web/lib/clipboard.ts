// Blocks of cells in the clipboard format of spreadsheets: tabs between cells, newlines between rows, quotes around cells with either.

export type Block = readonly (readonly string[])[];

export function parseBlock(text: string): Block {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let i = 0; i < source.length; i += 1) {
    const sign = source[i] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (source[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === '\t') {
      row.push(cell.trim());
      cell = '';
    } else if (sign === '\n') {
      rows.push([...row, cell.trim()]);
      row = [];
      cell = '';
    } else cell += sign;
  }
  rows.push([...row, cell.trim()]);
  return rows;
}

export function formatBlock(block: Block): string {
  return block.map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n');
}
