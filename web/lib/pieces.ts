/** The sum of quantities. Three decimals are added as integers of thousandths, which avoids floating-point errors. */
export function addUp(quantities: Iterable<number>): number {
  let thousandths = 0;
  for (const quantity of quantities) thousandths += Math.round(quantity * 1000);
  return thousandths / 1000;
}
