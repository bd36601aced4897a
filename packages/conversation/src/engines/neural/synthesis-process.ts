import { setPriority } from 'node:os';
import { loadSherpa, type SherpaTts } from '../sherpa.ts';
import type { SynthesisAnswer, SynthesisCommand } from './synthesis-messages.ts';

/**
 * The process of one voice model. The library ends its process where a model does not fit, so it is not
 * the server's; and it gives way to the server's and the media's, which have to keep time.
 */
const NICENESS = 5;

let voice: SherpaTts | undefined;

try {
  setPriority(NICENESS);
} catch {
  // Not everywhere may a process do that; it speaks all the same.
}

process.on('message', (command: SynthesisCommand) => process.send?.(answer(command)));
process.on('disconnect', () => process.exit(0));
// Ctrl+C reaches every process of a terminal; this one ends with its server.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

function answer(command: SynthesisCommand): SynthesisAnswer {
  try {
    if (command.type === 'load') {
      voice = new (loadSherpa().OfflineTts)(command.config);
      return { type: 'loaded', sampleRate: voice.sampleRate };
    }
    if (voice === undefined) throw new Error('no model is loaded');
    return { type: 'spoken', pcm: speak(voice, command) };
  } catch (error) {
    return { type: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

function speak(
  from: SherpaTts,
  { text, speaker, speed }: Extract<SynthesisCommand, { type: 'speak' }>,
): Int16Array {
  const { samples } = from.generate({
    text,
    sid: speaker,
    speed,
    // Memory of the library's own cannot be sent on.
    enableExternalBuffer: false,
    ...(from.config.model.supertonic !== undefined && {
      generationConfig: { sid: speaker, speed, numSteps: 5, extra: { lang: 'en' } },
    }),
  });
  return Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
}
