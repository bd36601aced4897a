import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { OwnVoice } from './own-voice.ts';

/** The same output; `ownVoice` gets what is played, when it is. */
export function tapOutput(
  output: AudioOutput,
  ownVoice: Pick<OwnVoice, 'played'>,
  now: () => number,
): AudioOutput {
  let waiting: Int16Array[] = [];
  let position = output.playedSamples;
  let gain = 1;

  function take(count: number): Float32Array {
    const taken = new Float32Array(count);
    let filled = 0;
    while (filled < count) {
      const [first] = waiting;
      if (first === undefined) break;
      const part = first.subarray(0, count - filled);
      for (const [index, sample] of part.entries()) taken[filled + index] = sample / 32_768;
      filled += part.length;
      if (part.length === first.length) waiting.shift();
      else waiting[0] = first.subarray(part.length);
    }
    return taken;
  }

  output.onPlayed((playedSamples) => {
    const pcm = take(playedSamples - position);
    position = playedSamples;
    ownVoice.played(pcm, now(), output.sampleRate, gain);
  });

  return {
    get sampleRate() {
      return output.sampleRate;
    },
    get writtenSamples() {
      return output.writtenSamples;
    },
    get playedSamples() {
      return output.playedSamples;
    },
    write(pcm) {
      waiting.push(pcm.slice());
      output.write(pcm);
    },
    pause: () => output.pause(),
    resume: () => output.resume(),
    setGain(next, ramp) {
      gain = next;
      output.setGain(next, ramp);
    },
    clear() {
      waiting = [];
      position = output.clear();
      return position;
    },
    onPlayed: (listener) => output.onPlayed(listener),
  };
}
