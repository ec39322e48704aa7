const SETTING = 'sounds';
let context: AudioContext | undefined;
let playing: GainNode[] = [];

export const soundsOn = (): boolean => localStorage.getItem(SETTING) !== 'off';

export function chooseSounds(enabled: boolean): void {
  if (enabled) localStorage.removeItem(SETTING);
  else localStorage.setItem(SETTING, 'off');
}

/** Signals a scan's result to people who look at the goods, not the screen: one high tone for success, two low ones for an error. */
export function sound(success: boolean): void {
  if (!soundsOn() || !('AudioContext' in window)) return;
  context ??= new AudioContext();
  // The latest result replaces earlier ones: an item that was found may be rejected immediately.
  playing.forEach((volume) => volume.disconnect());
  playing = [];
  // Browsers play no sound before the first user action; the tone waits for it.
  context.resume().catch(() => undefined);
  const tones = success
    ? [{ hertz: 1320, from: 0, until: 0.09 }]
    : [
        { hertz: 220, from: 0, until: 0.15 },
        { hertz: 165, from: 0.2, until: 0.42 },
      ];
  for (const { hertz, from: startsAt, until: endsAt } of tones) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const now = context.currentTime;
    tone.type = success ? 'sine' : 'square';
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.12, now + startsAt);
    volume.gain.exponentialRampToValueAtTime(0.001, now + endsAt);
    tone.connect(volume).connect(context.destination);
    tone.start(now + startsAt);
    tone.stop(now + endsAt);
    playing.push(volume);
  }
  if (!success && 'vibrate' in navigator) navigator.vibrate(200);
}
