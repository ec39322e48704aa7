/** Printers called 203 dpi have 203.2, exactly eight dots per millimetre. @param {number} dpi */
export const dotsPerMm = (dpi) => (dpi === 203 ? 8 : dpi / 25.4);

/** Rounded to hundredths. @param {number} dots @param {number} dpi */
export const millimetres = (dots, dpi) => Math.round((dots / dotsPerMm(dpi)) * 100) / 100;
