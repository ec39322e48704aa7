/** Filters scans out of a camera's readings: a code counts when two consecutive frames read it, and again only after it was out of view
    for `away` milliseconds. */
export function steadyReadings(away = 1000): (codes: readonly string[], at: number) => string[] {
  let before: readonly string[] = [];
  const seenAt = new Map<string, number>();
  return (codes, at) => {
    const steady = codes.filter((code) => before.includes(code));
    const scans = steady.filter((code) => at - (seenAt.get(code) ?? -Infinity) > away);
    for (const code of codes) if (steady.includes(code) || at - (seenAt.get(code) ?? -Infinity) <= away) seenAt.set(code, at);
    before = codes;
    return scans;
  };
}
