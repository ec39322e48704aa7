/** A colour as a dot, or a square where it stands alone. Its name is always shown beside it. */
export function Swatch({ color, square }: { color: string | null; square?: boolean }) {
  return <span className={square ? 'swatch square' : 'swatch'} style={color ? { background: color } : undefined} aria-hidden="true" />;
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
    <span className="swatches" role="img" aria-label={label} title={label}>
      {colors.slice(0, MOST).map((color, place) => (
        <Swatch key={place} color={color} />
      ))}
      {rest > 0 && <bdi className="number more">+{rest}</bdi>}
    </span>
  );
}
