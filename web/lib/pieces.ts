/** Quantities together, one that is below zero taken off: of three decimals each, in thousandths they add up without the noise of floating point. */
export function addUp(quantities: Iterable<number>): number {
  let thousandths = 0;
  for (const quantity of quantities) thousandths += Math.round(quantity * 1000);
  return thousandths / 1000;
}
