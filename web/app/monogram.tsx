/** The letters of a name in a stamp's double frame. */
export const Monogram = ({ letters, arabic }: { letters: string; arabic?: boolean }) => (
  <span
    className={`grid size-8 flex-none place-items-center rounded-sm border border-ink tracking-normal text-ink outline-1 -outline-offset-4 outline-ink ${
      arabic ? "[font:700_15px/1_'Cairo']" : "[font:700_13px/1_'Montserrat']"
    }`}
    aria-hidden="true"
  >
    {letters}
  </span>
);
