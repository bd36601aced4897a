import { expect, it } from 'vitest';
import type { Transcriber } from '../../recognition/transcriber.ts';
import { chooseTranscriber } from './choose-transcriber.ts';
import { loadRecogniser } from './load-recogniser.ts';

function fake(provider: string): Transcriber & { closed: boolean } {
  const transcriber = {
    provider,
    closed: false,
    transcribe: async () => ({ text: provider }),
    async close() {
      transcriber.closed = true;
    },
  };
  return transcriber;
}

it('listens with the one that is named, and with the first where it has none of that name', async () => {
  const all = [fake('parakeet'), fake('moonshine-base'), fake('moonshine')] as const;
  const [first, second, builtIn] = all;
  const transcriber = chooseTranscriber([first, second], builtIn);
  const hear = async (model?: string) =>
    (await transcriber.transcribe(new Float32Array(1), model === undefined ? {} : { model })).text;
  expect(await Promise.all([hear(), hear('nova-2'), hear('moonshine-base')])).toEqual([
    ...['parakeet', 'parakeet', 'moonshine-base'],
  ]);
  expect(await hear('moonshine-tiny')).toBe('moonshine');
  expect(transcriber.provider).toBe('parakeet');
  await transcriber.close();
  expect(all.map(({ closed }) => closed)).toEqual([true, true, true]);
});

it('survives a model that makes the library end its process', async () => {
  const model = { name: 'made-up', engine: 'parakeet', folder: '/nowhere' } as const;
  await expect(loadRecogniser(model)).rejects.toMatchObject({
    code: 'engine_failed',
    message: expect.stringContaining('made-up in /nowhere cannot be loaded'),
  });
});
