import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { ObjectId } from './messages.ts';
import type { Reach } from './reach.ts';

export interface RemoteOutput extends AudioOutput {
  handlePlayed(samples: number): void;
  /** Later writes are dropped. */
  stop(): void;
}

/** Paced audio whose queue and clock live in the media process: it plays on while this thread is busy. */
export function createRemoteOutput(
  reach: Reach,
  { id, sampleRate }: { readonly id: ObjectId; readonly sampleRate: number },
): RemoteOutput {
  const listeners = new Set<(playedSamples: number) => void>();
  let written = 0;
  let played = 0;
  let stopped = false;
  const invoke = (method: string, ...args: unknown[]) => {
    if (!stopped) reach.post({ type: 'invoke', target: 'output', id, method, args });
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
      // A copy: the caller may reuse its buffer before it is sent.
      invoke('write', pcm.slice());
    },
    pause: () => invoke('pause'),
    resume: () => invoke('resume'),
    setGain(gain, ramp) {
      if (!Number.isFinite(gain) || gain < 0) throw new RangeError('A gain is zero or more.');
      invoke('setGain', gain, ramp);
    },
    clear() {
      const command = {
        type: 'invoke',
        target: 'output',
        id,
        method: 'clear',
        args: [],
      } as const;
      // Ask the process: `played` lags behind, and the exact number decides what was heard.
      const actual = stopped ? played : reach.askAtOnce(command, played);
      played = Math.max(played, Number(actual ?? played));
      written = played;
      return played;
    },
    onPlayed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    handlePlayed(samples) {
      // A notice sent before `clear` replied is out of date.
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
