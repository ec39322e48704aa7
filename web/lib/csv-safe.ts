/** A cell that a spreadsheet would run as a formula is kept text by a leading apostrophe; plain signed numbers stay numbers. */
export function safeCell(value: string): string {
  if (/^[-+]?[\d.,]+$/.test(value)) return value;
  return /^[\s\u00a0]*[=+\-@\t\r|%]/.test(value) ? `'${value}` : value;
}

/** One line of a CSV file: quoted where the separator, a quote or a line break stands inside. */
export function csvLine(cells: readonly string[], separator = ','): string {
  return cells
    .map(safeCell)
    .map((cell) => (cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(separator);
}
