/** The same seed in every run of `npm test`; SEED sets another, as `npm run test:long` does. */
export const seed = Number(process.env.SEED ?? 20261126);

/** Whole numbers from 0 to below `sides`, the same on every machine, so that a failure can be repeated. */
export function seededRandom(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
