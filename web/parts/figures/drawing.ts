/* What a chart shows. */

/** One value of a chart. It opens what it is made of: `href` for a page, `onOpen` for anything else. */
export interface Mark {
  key: string;
  /** The full name of its day, month or row. */
  name: string;
  /** The short name on the axis; `name` by default. */
  tick?: string;
  now: number;
  /** Null or absent if there is nothing to compare with. */
  before?: number | null;
  /** Its period is not over: hatched. */
  isUnfinished?: boolean;
  href?: string;
  onOpen?: () => void;
}

export interface Panel {
  key: string;
  name: string;
  /** In percent. */
  change?: number | null;
  /** An increase is bad, as of costs. */
  isCost?: boolean;
  marks: readonly Mark[];
}

/**
 * `bars`: categories along time. `panels`: up to six series with the same categories, on one scale. `ranks`: rows without time, largest
 * first; more than twelve are summed as others, or left out if they are rates.
 */
export type Drawing =
  | { kind: 'bars'; marks: readonly Mark[] }
  | { kind: 'panels'; panels: readonly Panel[]; panelsBy: string }
  | { kind: 'ranks'; marks: readonly Mark[]; isRate?: boolean };

export interface ChartWords {
  /** The heading of the names in the table: "Day", "Branch". */
  by: string;
  /** What the bars are: "This period", "2026". */
  now: string;
  /** What they are compared with, if anything. */
  before?: string;
  /** What the hatched bar is: "October so far". */
  unfinished?: string;
  /** Figures in tips and in the table; money by default. */
  format?: (value: number) => string;
  /** Labels of the scale, short numbers by default. */
  formatScale?: (value: number) => string;
}
