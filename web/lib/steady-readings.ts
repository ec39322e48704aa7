/** Filters scans out of a camera's readings: a code counts when two consecutive frames read it, and again only after it was out of view:
    missing from at least three frames over `away` milliseconds, so that a phone that stops for a moment scans nothing twice. */
export function steadyReadings(away = 1000): (codes: readonly string[], at: number) => string[] {
  let before: readonly string[] = [];
  const inView = new Map<string, { missing: number; since: number }>();
  return (codes, at) => {
    const scans = codes.filter((code) => before.includes(code) && !inView.has(code));
    for (const code of [...inView.keys(), ...scans]) {
      const { missing, since } = inView.get(code) ?? { missing: 0, since: at };
      if (codes.includes(code)) inView.set(code, { missing: 0, since: at });
      else if (missing >= 2 && at - since >= away) inView.delete(code);
      else inView.set(code, { missing: missing + 1, since: missing ? since : at });
    }
    before = codes;
    return scans;
  };
}
