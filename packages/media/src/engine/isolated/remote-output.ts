import type { PacedAudio } from '../../port.ts';
import type { Place } from './messages.ts';
import type { Reach } from './reach.ts';

export interface RemoteOutput extends PacedAudio {
  handlePlayed(samples: number): void;
  /** Nobody is there any more: what is written is dropped. */
  stop(): void;
}

/** Paced audio whose queue and clock are in the media process: it goes on while this thread is busy. */
export function createRemoteOutput(
  reach: Reach,
  { place, sampleRate }: { readonly place: Place; readonly sampleRate: number },
): RemoteOutput {
  const listeners = new Set<(playedSamples: number) => void>();
  let written = 0;
  let played = 0;
  let stopped = false;
  const act = (method: string, ...args: unknown[]) => {
    if (!stopped) reach.post({ type: 'do', of: 'output', place, method, args });
  };
  return {
    sampleRate,
    get writtenSamples() {
      return written;
    },
    get playedSamples() {
      return played;
    },
    write(pcm) {
      if (stopped) return;
      written += pcm.length;
      // A copy: the caller may use its buffer again before it is sent.
      act('write', pcm.slice());
    },
    pause: () => act('pause'),
    resume: () => act('resume'),
    setGain(gain, ramp) {
      if (!Number.isFinite(gain) || gain < 0) throw new RangeError('A gain is zero or more.');
      act('setGain', gain, ramp);
    },
    clear() {
      const command = { type: 'do', of: 'output', place, method: 'clear', args: [] } as const;
      // What was played until now, and not what was last heard of: memory keeps that and no more.
      const heard = stopped ? played : reach.askAtOnce(command, played);
      played = Math.max(played, Number(heard ?? played));
      written = played;
      return played;
    },
    onPlayed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    handlePlayed(samples) {
      // On its way when the rest was cleared, which told more.
      if (stopped || samples <= played) return;
      played = samples;
      for (const listener of [...listeners]) reach.guard('played-listener', () => listener(played));
    },
    stop() {
      stopped = true;
      listeners.clear();
    },
  };
}
