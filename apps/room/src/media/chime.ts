const NOTES = [523.25, 783.99] as const;
const APART_SECONDS = 0.14;
const RING_SECONDS = 0.7;

/** Two soft notes: a participant joined. Silent where the browser blocks autoplay. */
export function playChime(): void {
  const context = new AudioContext();
  const start = context.currentTime + 0.02;
  NOTES.forEach((frequency, index) => {
    const at = start + index * APART_SECONDS;
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.12, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + RING_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + RING_SECONDS);
  });
  // With a timer instead of `ended`, which a context that never ran does not fire.
  setTimeout(() => void context.close(), 2_000);
}
