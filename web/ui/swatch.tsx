/** A colour as a dot, or as a square where it stands alone. Its name is always beside it. */
export function Swatch({ color, square }: { color: string | null; square?: boolean }) {
  return <span className={square ? 'swt sq' : 'swt'} style={color ? { background: color } : undefined} aria-hidden="true" />;
}

const MOST = 5;

interface SwatchesProps {
  colors: readonly (string | null)[];
  /** What is read aloud, such as the names. */
  label: string;
}

/** Five dots, then how many more there are. */
export function Swatches({ colors, label }: SwatchesProps) {
  const rest = colors.length - MOST;
  return (
    <span className="sws" role="img" aria-label={label} title={label}>
      {colors.slice(0, MOST).map((color, place) => (
        <Swatch key={place} color={color} />
      ))}
      {rest > 0 && <bdi className="n more">+{rest}</bdi>}
    </span>
  );
}
