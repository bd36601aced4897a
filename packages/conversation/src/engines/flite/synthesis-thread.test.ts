import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createSynthesisThread, type SynthesisThread } from './synthesis-thread.ts';
import { wasm } from './web-assembly.ts';
import { findFliteWeights } from './weights.ts';

let flite: WebAssembly.Module;
let thread: SynthesisThread | undefined;
beforeAll(async () => {
  flite = await wasm.compile(await readFile(findFliteWeights()));
});
afterEach(() => thread?.close());

/** A module without exports: its thread dies when it tries to start it. */
const BROKEN = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

it('answers with a RIFF file', async () => {
  thread = createSynthesisThread(flite);
  const wave = await thread.run(['-voice', 'slt', '-t', 'Hello.']);
  expect(Buffer.from(wave.subarray(0, 4)).toString()).toBe('RIFF');
});

it('rejects when the command fails, and goes on', async () => {
  thread = createSynthesisThread(flite);
  await expect(thread.run(['--unknown-option'])).rejects.toMatchObject({ code: 'engine_failed' });
  expect((await thread.run(['-t', 'Hello.'])).length).toBeGreaterThan(1_000);
});

it('rejects every request of a command that cannot run', async () => {
  thread = createSynthesisThread(await wasm.compile(BROKEN));
  await expect(thread.run(['-t', 'Hello.'])).rejects.toMatchObject({ code: 'engine_failed' });
  await expect(thread.run(['-t', 'Hello.'])).rejects.toMatchObject({ code: 'engine_failed' });
});

it('rejects what it is saying when it is closed', async () => {
  thread = createSynthesisThread(flite);
  const running = expect(thread.run(['-t', 'Hello.'])).rejects.toMatchObject({
    code: 'engine_closed',
  });
  await thread.close();
  await running;
});

it('a thread that dies takes nothing of what the next one is asked', async () => {
  thread = createSynthesisThread(flite);
  const say = (text: string) => thread?.run(['-t', text]);
  const alone = await say('Yes.');
  const post = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (
    this: Worker,
  ) {
    this.postMessage(null);
  });
  await expect(say('Lost.')).rejects.toMatchObject({ code: 'engine_failed' });
  expect(await say('Yes.')).toEqual(alone);
  post.mockRestore();
});
