import { join } from 'node:path';
import { createLocalEngines, type LocalEngines, type VoiceFallback } from '@kindling/conversation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  installRealModel,
  type RealInstallation,
  removeInstallation,
} from '../../testing/models/install-real-model.ts';
import { createManualClock } from '../../testing/server/manual-clock.ts';

/** A real voice: fetched, checked, installed, loaded and heard. */
describe('a voice that was installed', () => {
  let installed: RealInstallation | null = null;
  let engines: LocalEngines | undefined;
  const fallbacks: VoiceFallback[] = [];

  beforeAll(async () => {
    installed = await installRealModel({
      kind: 'voice',
      name: 'piper-joe',
      // In the middle of the weights.
      breakOffAfter: 30_000_000,
    });
    if (installed === null) return;
    const { folder, models } = installed;
    const { voices } = models;
    engines = await createLocalEngines({
      cacheFolder: join(folder, 'cache'),
      voices,
      onFallback: (fallback) => fallbacks.push(fallback),
      transcriberThreads: 1,
      preparedCalls: 0,
      // Whose time stands still: a busy machine must not make Flite speak instead.
      clock: createManualClock(),
    });
  }, 600_000);
  afterAll(async () => {
    await engines?.close();
    removeInstallation(installed);
  });

  async function speak(text: string, voiceId?: string): Promise<Float32Array> {
    const samples: number[] = [];
    const request = voiceId === undefined ? { text } : { text, voiceId };
    for await (const chunk of engines?.voice.synthesize(request) ?? []) {
      for (const sample of chunk) samples.push(sample / 32_768);
    }
    return Float32Array.from(samples);
  }

  it('has the hashes of the catalogue, and says under which licences it stands', (context) => {
    if (engines === undefined) return context.skip();
    expect(installed?.said).toContain('piper-joe is installed.');
    expect(installed?.said).toContain('GPL-3.0-or-later');
    expect(installed?.said).not.toContain('SHA-256');
    expect(installed?.asked.some((one) => / bytes=\d+-$/.test(one))).toBe(true);
  });

  it('speaks where no voice is named, and words are understood', async (context) => {
    if (engines === undefined) return context.skip();
    expect(engines.voice).toMatchObject({ provider: 'piper-joe', sampleRate: 22_050 });
    const pcm = await speak('Every teacher can see how the class is doing today.');
    const { text } = await engines.transcriber.transcribe(every(pcm, 22_050, 16_000));
    expect(text.toLowerCase()).toContain('teacher can see how the class is doing');
    expect(pcm).not.toEqual(
      await speak('Every teacher can see how the class is doing today.', 'slt'),
    );
  });
});

/** Samples at another rate, as well as a recogniser needs them. */
function every(pcm: Float32Array, from: number, to: number): Float32Array {
  const length = Math.floor((pcm.length * to) / from);
  return Float32Array.from({ length }, (_, index) => {
    const at = (index * from) / to;
    const left = pcm[Math.floor(at)] ?? 0;
    return left + ((pcm[Math.floor(at) + 1] ?? 0) - left) * (at % 1);
  });
}
