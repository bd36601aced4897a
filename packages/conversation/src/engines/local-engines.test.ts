import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWordErrors, plainWords } from '../testing/speech-recordings.ts';
import { createLocalEngines, type LocalEngines } from './local-engines.ts';

let engines: LocalEngines;
beforeAll(async () => {
  engines = await createLocalEngines();
}, 30_000);
afterAll(() => engines.close());

async function speak(text: string, voiceId: string): Promise<Float32Array> {
  const samples: number[] = [];
  for await (const chunk of engines.voice.synthesize({ text, voiceId })) {
    for (const sample of chunk) samples.push(sample / 32_768);
  }
  return Float32Array.from(samples);
}

describe('local engines', () => {
  it('understand what they say', async () => {
    const sentences = [
      'Welcome to the help desk. How can I help you today?',
      'A demo takes thirty minutes, and it is free.',
      'Every teacher can see how the class is doing.',
    ];
    for (const voiceId of ['slt', 'rms', 'awb']) {
      let errors = 0;
      for (const sentence of sentences) {
        const { text } = await engines.transcriber.transcribe(await speak(sentence, voiceId));
        errors += countWordErrors(plainWords(text), plainWords(sentence));
      }
      expect(errors / plainWords(sentences.join(' ')).length).toBeLessThan(0.25);
    }
  }, 60_000);

  it('take their own voice for speech', async () => {
    const pcm = await speak('Welcome to the help desk. How can I help you today?', 'slt');
    const stream = engines.vad.open();
    let spoken = 0;
    let frames = 0;
    for (; (frames + 1) * stream.frameSamples <= pcm.length; frames += 1) {
      const at = frames * stream.frameSamples;
      spoken += stream.process(pcm.subarray(at, at + stream.frameSamples));
    }
    stream.close();
    expect(spoken / frames).toBeGreaterThan(0.6);
  });

  it('leave no thread, socket or timer: a process that closes them ends by itself', async () => {
    const module = fileURLToPath(new URL('./local-engines.ts', import.meta.url));
    const script = `
      const { createLocalEngines } = await import(${JSON.stringify(module)});
      const engines = await createLocalEngines();
      const stream = engines.vad.open();
      stream.process(new Float32Array(512));
      for await (const chunk of engines.voice.synthesize({ text: 'Hello.' })) break;
      const open = process.getActiveResourcesInfo().filter((one) => /TCP|UDP|Socket|Timeout/.test(one));
      await engines.close();
      console.log(JSON.stringify({ open, left: process.getActiveResourcesInfo().filter((one) => /Worker|MessagePort|TCP|UDP|Timeout/.test(one)) }));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [said, complained, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect({ exitCode, complained }).toEqual({ exitCode: 0, complained: '' });
    expect(JSON.parse(said)).toEqual({ open: [], left: [] });
  }, 30_000);
});
