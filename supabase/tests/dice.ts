/** The same dice in every run of `npm test`; others by SEED, as `npm run test:long` has them. */
export const seed = Number(process.env.SEED ?? 20261126);

/** The same numbers on every machine, so that a failure can be had again. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
