/** A colour as a dot, or a square. Its name is always shown next to the colour. */
export function Swatch({ color, square }: { color: string | null; square?: boolean }) {
  return (
    <span
      className={`inline-block flex-none shadow-[inset_0_0_0_1px_rgb(0_0_0/0.18)] in-data-[theme=dark]:shadow-[inset_0_0_0_1px_rgb(255_255_255/0.28)] ${square ? 'size-3.5 rounded-sm' : 'size-[11px] rounded-full'}`}
      style={color ? { background: color } : undefined}
      aria-hidden="true"
    />
  );
}

const MOST = 5;

interface SwatchesProps {
  colors: readonly (string | null)[];
  /** Read by screen readers, such as the colours' names. */
  label: string;
}

/** Up to five dots, then the number of the others. */
export function Swatches({ colors, label }: SwatchesProps) {
  const rest = colors.length - MOST;
  return (
    <span className="inline-flex items-center gap-[3px]" role="img" aria-label={label} title={label}>
      {colors.slice(0, MOST).map((color, place) => (
        <Swatch key={place} color={color} />
      ))}
      {rest > 0 && <bdi className="number ms-0.5 text-xs text-ink-3">+{rest}</bdi>}
    </span>
  );
}
