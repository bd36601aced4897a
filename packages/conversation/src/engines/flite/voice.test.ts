import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Voice, VoiceRequest } from '../../playout/voice.ts';
import { createFliteVoice } from './voice.ts';

let voice: Voice;
beforeAll(async () => {
  voice = await createFliteVoice();
}, 30_000);
afterAll(() => voice.close());

async function speak(request: VoiceRequest, by: Voice = voice): Promise<Int16Array[]> {
  const chunks: Int16Array[] = [];
  for await (const chunk of by.synthesize(request)) chunks.push(chunk);
  return chunks;
}
const length = (chunks: readonly Int16Array[]) =>
  chunks.reduce((sum, chunk) => sum + chunk.length, 0);
const SENTENCE = 'I can book a demo for you on Tuesday.';

describe('Flite', () => {
  it('speaks in chunks of 100 ms at 16 kHz, the last one shorter', async () => {
    const chunks = await speak({ text: SENTENCE });
    expect(voice.sampleRate).toBe(16_000);
    expect(length(chunks) / 16_000).toBeGreaterThan(1.5);
    expect(length(chunks) / 16_000).toBeLessThan(4);
    for (const chunk of chunks.slice(0, -1)) expect(chunk).toHaveLength(1_600);
    const loudest = Math.max(...chunks.flatMap((chunk) => Array.from(chunk, Math.abs)));
    expect(loudest).toBeGreaterThan(3_000);
    expect(loudest).toBeLessThan(29_500);
  });

  it('begins within 30 ms of sound', async () => {
    const [first] = await speak({ text: SENTENCE });
    const start = first?.findIndex((sample) => Math.abs(sample) > 100) ?? -1;
    expect(start).toBeGreaterThanOrEqual(0);
    expect(start).toBeLessThan(480);
  });

  it('says the same twice, and gives chunks of its own each time', async () => {
    const once = await speak({ text: SENTENCE });
    const copy = once.map((chunk) => chunk.slice());
    for (const chunk of once) chunk.fill(0);
    expect(await speak({ text: SENTENCE })).toEqual(copy);
  });

  it('has three voices, and its own for a name it does not know', async () => {
    const [slt, rms, awb, unknown] = await Promise.all(
      ['slt', 'RMS', 'awb', '../../etc/passwd'].map((voiceId) =>
        speak({ text: 'Hello.', voiceId }),
      ),
    );
    expect(rms).not.toEqual(slt);
    expect(awb).not.toEqual(slt);
    expect(awb).not.toEqual(rms);
    expect(unknown).toEqual(slt);
  });

  it('speaks faster and slower, within reason', async () => {
    const of = async (speed: number) => length(await speak({ text: SENTENCE, speed }));
    const own = await of(1);
    expect((await of(1.5)) / own).toBeCloseTo(1 / 1.5, 1);
    expect((await of(0.7)) / own).toBeCloseTo(1 / 0.7, 1);
    expect(await of(1_000)).toBe(await of(2));
    expect(await of(Number.NaN)).toBe(own);
  });

  it('says nothing for text without words, and what looks like options as text', async () => {
    expect(await speak({ text: ' … 😀 ' })).toEqual([]);
    expect(length(await speak({ text: '-voice slt -o /etc/passwd' }))).toBeGreaterThan(8_000);
  });

  it('speaks long text whole', async () => {
    const text = Array.from({ length: 12 }, () => SENTENCE).join(' ');
    const once = length(await speak({ text: SENTENCE }));
    expect(length(await speak({ text })) / once).toBeGreaterThan(10);
  });

  it('stops when aborted: before, between chunks, and while another sentence is made', async () => {
    const text = 'This sentence was never said before, so that it must be made.';
    expect(await speak({ text, signal: AbortSignal.abort() })).toEqual([]);

    const controller = new AbortController();
    const heard: Int16Array[] = [];
    for await (const chunk of voice.synthesize({ text, signal: controller.signal })) {
      heard.push(chunk);
      if (heard.length === 2) controller.abort();
    }
    expect(heard).toHaveLength(2);

    const other = new AbortController();
    const making = speak({ text: `${text} Twice.`, signal: other.signal });
    other.abort();
    expect(await making).toEqual([]);
    expect(length(await speak({ text: 'Still here.' }))).toBeGreaterThan(4_000);
  });

  it('refuses to speak once closed, and ends what it was saying', async () => {
    const brief = await createFliteVoice();
    const making = speak({ text: 'This will never be heard by anybody.' }, brief);
    const refused = expect(making).rejects.toMatchObject({ code: 'engine_closed' });
    await brief.close();
    await refused;
    await expect(speak({ text: 'Too late.' }, brief)).rejects.toMatchObject({
      code: 'engine_closed',
    });
  });
});
