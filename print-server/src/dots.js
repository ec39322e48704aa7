/** 203 dpi is eight dots a millimetre: what everybody calls 203 is 203.2. @param {number} dpi */
export const dotsPerMm = (dpi) => (dpi === 203 ? 8 : dpi / 25.4);

/** To the hundredth. @param {number} dots @param {number} dpi */
export const millimetres = (dots, dpi) => Math.round((dots / dotsPerMm(dpi)) * 100) / 100;
