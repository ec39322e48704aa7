/** The name of a day of the week; 0 is Sunday. */
export function weekdayName(day: number, language: string): string {
  // 4 January 1970 was a Sunday.
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + day)));
}

/** The decimals a currency is used with, of those the database keeps: 0, 2 or 3. */
export function currencyDecimals(currency: string): number {
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return decimals === 0 || decimals === 3 ? decimals : 2;
}
