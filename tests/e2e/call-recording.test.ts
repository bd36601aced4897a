import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalEngines, type LocalEngines } from '@kindling/conversation';
import { VapiClient } from 'vapi-server-sdk-2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Assistant, Call, Recording } from '../../packages/protocol/src/index.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { endedCalls, privateToken } from '../support/server/stored-calls.ts';
import { loudness, soundingStretches, wordOverlap } from '../support/sound/listening.ts';
import { hasEspeak, recordMicrophone } from '../support/sound/microphone.ts';
import { resample } from '../support/sound/wav.ts';

/** A call that the server records by itself, from the notice to the erasure of its sound. */

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const missing = [hasEspeak ? [] : 'espeak-ng', hasFfmpeg ? [] : 'ffmpeg'].flat().join(' and ');
if (missing !== '') console.warn(`SKIPPED: recordings of calls need ${missing}.`);

const SAID = 'What is the mood tracker?';

describe.skipIf(missing !== '')('a recorded call', () => {
  let kindling: RunningKindling;
  let engines: LocalEngines;

  beforeAll(async () => {
    [kindling, engines] = await Promise.all([
      startKindling({ env: { CALL_RECORDING: 'true' } }),
      createLocalEngines(),
    ]);
  });
  afterAll(async () => {
    await Promise.all([kindling?.stop(), engines?.close()]);
  });

  const ask = async (method: string, path: string, init: RequestInit = {}) =>
    fetch(`${kindling.url}${path}`, {
      ...{ method, ...init },
      headers: {
        authorization: `Bearer ${privateToken(kindling.dataFolder)}`,
        'content-type': 'application/json',
        ...init.headers,
      },
    });
  const read = async <T>(path: string) => (await (await ask('GET', path)).json()) as T;

  /** Channels of a WAV with 16 bits, at the rate of the recogniser. */
  function channelsOf(file: Buffer): Int16Array[] {
    const count = file.readUInt16LE(22);
    const start = file.indexOf('data') + 8;
    const frames = Math.floor((file.length - start) / 2 / count);
    return Array.from({ length: count }, (_, channel) => {
      const samples = Int16Array.from({ length: frames }, (__, index) =>
        file.readInt16LE(start + 2 * (index * count + channel)),
      );
      return resample({ sampleRate: file.readUInt32LE(24), samples }, 16_000).samples;
    });
  }

  async function download(id: string, part: string): Promise<Int16Array[]> {
    const answer = await ask('GET', `/call/${id}/${part}-recording`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    return channelsOf(Buffer.from(await answer.arrayBuffer()));
  }

  async function hear(samples: Int16Array | undefined): Promise<string> {
    const pcm = Float32Array.from(samples ?? [], (sample) => sample / 32_768);
    return (await engines.transcriber.transcribe(pcm)).text;
  }

  /** A call of the site's visitor, who asks one question. */
  async function talk(): Promise<{ readonly notice: string; readonly greeting: string }> {
    const microphone = recordMicrophone([{ pause: 11_000 }, { say: SAID }, { pause: 30_000 }]);
    const browser = await launchChromium({ microphone });
    try {
      const visitor = await visit(browser, kindling.url);
      await visitor.press('Speak with an AI agent');
      const dialog = visitor.page.getByRole('dialog');
      await dialog.waitFor();
      const notice = (await dialog.innerText()).replace(/\s+/g, ' ');
      await visitor.press('Start call');
      await visitor.page.getByRole('heading', { name: /^In Call with / }).waitFor();
      await visitor.untilSaid(SAID);
      const greeting = (await visitor.transcript())[0] ?? '';
      await visitor.untilLine(/^AI: .*(mood|check)/i);
      await visitor.endCall();
      return { notice, greeting: greeting.replace('AI:', '') };
    } finally {
      await browser.close();
    }
  }

  it('is announced, has the visitor on the left and the agent on the right, and is erased', async () => {
    const [assistant] = await read<Assistant[]>('/assistant');
    const artifactPlan = { recordingEnabled: true };
    const body = JSON.stringify({ artifactPlan });
    const changed = await ask('PATCH', `/assistant/${assistant?.id}`, { body });
    expect(changed.status).toBe(200);

    const { notice, greeting } = await talk();
    expect(notice).toContain('recorded');

    const [{ id } = { id: '' }] = await endedCalls(kindling, 1);
    const [left, right] = await download(id, 'stereo');
    const spoken = soundingStretches(left ?? new Int16Array());
    const answered = soundingStretches(right ?? new Int16Array());
    expect(spoken.length).toBeGreaterThan(0);
    expect(answered.length).toBeGreaterThan(0);
    const [first] = spoken;
    // The agent greets first: while it does, there is nothing on the left.
    expect(answered[0]?.end).toBeLessThan(first?.start ?? 0);
    const before = (samples: Int16Array | undefined) =>
      (samples ?? new Int16Array()).subarray(0, 16_000 * ((first?.start ?? 0) - 0.2));
    expect(loudness(before(right))).toBeGreaterThan(0.005);
    expect(loudness(before(left))).toBeLessThan(0.002);
    const during = (samples: Int16Array | undefined) =>
      (samples ?? new Int16Array()).subarray(
        16_000 * (first?.start ?? 0),
        16_000 * ((first?.start ?? 0) + 1),
      );
    expect(loudness(during(left))).toBeGreaterThan(0.01);
    expect(wordOverlap(SAID, await hear(left))).toBeGreaterThan(0.5);
    // From its first word: the recording began before it.
    expect(wordOverlap(greeting, await hear(before(right)))).toBeGreaterThan(0.5);

    const [mono] = await download(id, 'mono');
    expect(loudness(before(mono))).toBeGreaterThan(0.005);
    expect(loudness(during(mono))).toBeGreaterThan(0.01);
    const [customer] = await download(id, 'customer');
    expect(soundingStretches(customer ?? new Int16Array())).toEqual(spoken);
    const [agent] = await download(id, 'assistant');
    expect(soundingStretches(agent ?? new Int16Array())).toEqual(answered);
    await expectForPrograms(id);
    await expectErased(id);
  });

  /** By links without a key, in ranges, and with the published library. */
  async function expectForPrograms(id: string): Promise<void> {
    const { artifact } = await read<Call>(`/call/${id}`);
    const range = await fetch(artifact?.presignedStereoUrl ?? '', {
      headers: { range: 'bytes=0-3' },
    });
    expect([range.status, await range.text()]).toEqual([206, 'RIFF']);
    expect(artifact?.recordingUrl).toBe(`${kindling.url}/call/${id}/mono-recording`);
    const token = privateToken(kindling.dataFolder);
    const { calls } = new VapiClient({ token, environment: kindling.url, maxRetries: 0 });
    const { rawResponse } = await calls
      .callArtifactControllerStereoRecordingDownload({ id })
      .withRawResponse();
    expect([rawResponse.status, rawResponse.redirected]).toEqual([200, true]);
    const file = await fetch(rawResponse.url, { headers: { range: 'bytes=8-11' } });
    expect([file.status, await file.text()]).toEqual([206, 'WAVE']);
    const video = await ask('GET', `/call/${id}/video-recording`);
    expect([video.status, (await video.json()) as unknown]).toMatchObject([
      404,
      { message: expect.stringContaining('videoRecordingEnabled') },
    ]);
  }

  async function expectErased(id: string): Promise<void> {
    const [recording] = await read<Recording[]>(`/recordings?callId=${id}`);
    const folder = join(kindling.dataFolder, 'blobs', 'recordings', recording?.id ?? '');
    expect(existsSync(join(folder, 'stereo.wav'))).toBe(true);
    const { artifact } = await read<Call>(`/call/${id}`);
    expect((await ask('DELETE', `/call/${id}`)).status).toBe(200);
    expect(existsSync(folder)).toBe(false);
    expect((await fetch(artifact?.presignedStereoUrl ?? '')).status).toBe(404);
    expect((await ask('GET', `/call/${id}/mono-recording`)).status).toBe(404);
  }
});
