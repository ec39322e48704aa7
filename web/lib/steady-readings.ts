/** Of what a camera reads frame by frame, what is a scan: a code that two frames in turn read alike, and the same one
    again only after it was out of sight for a while (ms). */
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
