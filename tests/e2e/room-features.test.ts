import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colorAt, probe } from '../../apps/server/src/rooms/recording/testing/film.ts';
import { createLocalEngines, type Transcriber } from '../../packages/conversation/src/index.ts';
import type { Recording } from '../../packages/protocol/src/index.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPerson } from '../support/meeting/person.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { askAsOperator } from '../support/server/operator.ts';
import { wordOverlap } from '../support/sound/listening.ts';
import { hasEspeak, recordMicrophone, type Segment } from '../support/sound/microphone.ts';

/** What the server does for a room, with real people, real sound and real pictures. */

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const missing = [hasEspeak ? [] : 'espeak-ng', hasFfmpeg ? [] : 'ffmpeg'].flat().join(' and ');
if (missing !== '') console.warn(`SKIPPED: recording and transcription need ${missing}.`);

/** Ms. A film gets what calls, and tests that run beside this one, leave of the processor: 9 s of a quiet machine. */
const FILM_MADE = 240_000;
/** Ms, for a test that waits for a film. */
const WITH_FILM = FILM_MADE + 120_000;

/** The recogniser hears it word for word from a synthetic voice. */
const SAID = 'Please bring your books to the library on Monday morning.';

declare global {
  interface Window {
    featureEvents: { readonly action: string; readonly [field: string]: unknown }[];
    /** Pieces of a local recording. */
    pieces: { readonly data: Uint8Array; readonly finished: boolean }[];
  }
}

describe.skipIf(missing !== '')('a room', { timeout: WITH_FILM }, () => {
  let kindling: RunningKindling;
  let browser: Browser;
  let context: BrowserContext;
  let engines: { readonly transcriber: Transcriber; close(): Promise<void> };
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kindling-features-'));
    const once: readonly Segment[] = [{ pause: 1_000 }, { say: SAID }, { pause: 1_500 }];
    const microphone = recordMicrophone(Array.from({ length: 8 }, () => once).flat());
    [kindling, browser, engines] = await Promise.all([
      startKindling({ env: { CALL_RECORDING: 'true' } }),
      launchChromium({ microphone }),
      createLocalEngines({ transcriberThreads: 1, preparedCalls: 1 }),
    ]);
    context = await browser.newContext();
  });
  afterAll(async () => {
    await browser?.close();
    await engines?.close();
    await kindling?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const api = <T>(method: string, path: string, body?: object) =>
    askAsOperator<T>(kindling, [method, path], body);

  /** A page with a participant who records what the call reports of its features. */
  async function openListener(): Promise<Page> {
    const page = await openPerson(context, kindling.url);
    await page.evaluate(() => {
      window.featureEvents = [];
      window.pieces = [];
      const { call } = window.watching;
      for (const name of [
        ...(['recording-started', 'recording-stopped', 'recording-error'] as const),
        ...(['recording-stats', 'recording-upload-completed'] as const),
        ...(['transcription-started', 'transcription-message', 'transcription-error'] as const),
      ]) {
        call.on(name, (event) => window.featureEvents.push({ ...event }));
      }
      call.on('recording-data', ({ data, finished }) => window.pieces.push({ data, finished }));
    });
    return page;
  }

  const until = (page: Page, action: string, count = 1) =>
    page.waitForFunction(
      ([name, least]) =>
        window.featureEvents.filter((event) => event.action === name).length >= least,
      [action, count] as const,
      { timeout: 30_000 },
    );
  const eventsOf = (page: Page, action: string) =>
    page.evaluate((name) => window.featureEvents.filter((event) => event.action === name), action);

  const cameraOff = (page: Page) =>
    page.evaluate(() => void window.watching.call.setLocalVideo(false));

  async function finished(filter: string): Promise<Recording> {
    const deadline = performance.now() + FILM_MADE;
    while (performance.now() < deadline) {
      const [recording] = await api<Recording[]>('GET', `/recordings?${filter}&limit=1`);
      if (recording?.status === 'finished' || recording?.status === 'failed') return recording;
      await wait(200);
    }
    throw new Error(`the recording was not finished within ${FILM_MADE / 1_000} s`);
  }

  async function download({ id, file }: Recording): Promise<string> {
    const { downloadLink } = await api<{ downloadLink: string }>(
      'POST',
      `/recordings/${id}/access-link`,
      {},
    );
    const path = join(folder, `${id}-${file?.name}`);
    writeFileSync(path, new Uint8Array(await (await fetch(downloadLink)).arrayBuffer()));
    return path;
  }

  /** What the recogniser hears in a file. */
  async function words(file: string): Promise<string> {
    const args = ['-loglevel', 'error', '-i', file, '-ac', '1', '-ar', '16000', '-f', 'f32le', '-'];
    const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 64 << 20 });
    const pcm = new Float32Array(Uint8Array.from(stdout).buffer);
    return (await engines.transcriber.transcribe(pcm)).text;
  }

  it('is recorded and written down', async () => {
    const room = await api<{ url: string; name: string }>('POST', '/rooms', {});
    const { token } = await api<{ token: string }>('POST', '/meeting-tokens', {
      properties: { room_name: room.name, is_owner: true },
    });
    const [ada, bob] = await Promise.all([openListener(), openListener()]);
    const options = { url: room.url, token, userName: 'Ada', videoSource: true };
    const adaId = await ada.evaluate(async (given) => {
      await window.watching.call.join(given);
      return window.watching.call.participants().local.session_id;
    }, options);
    await bob.evaluate(
      async (url) =>
        void (await window.watching.call.join({ url, audioSource: false, videoSource: true })),
      room.url,
    );
    await ada.evaluate(() => {
      const { call } = window.watching;
      call.startRecording({ width: 1_280, height: 720, backgroundColor: '#FF1F2D3D' });
      call.startRecording({ type: 'local' });
      call.startTranscription({ language: 'en' });
    });
    await Promise.all([until(ada, 'recording-started', 2), until(bob, 'recording-started')]);
    const records = (page: Page, id: string) =>
      page.evaluate((who) => window.watching.call.participants()[who]?.record, id);
    expect([await records(ada, 'local'), await records(bob, adaId)]).toEqual([true, true]);
    // Said three times: a busy machine may lose a part of one.
    await until(bob, 'transcription-message', 3);
    const said = await eventsOf(bob, 'transcription-message');
    expect(said.map(({ participantId }) => participantId)).toEqual(said.map(() => adaId));
    expectHeard(SAID, said.map(({ text }) => String(text)).join(' '));
    await ada.evaluate(() => {
      const { call } = window.watching;
      call.stopRecording();
      call.stopRecording({ instanceId: 'default' });
      call.stopTranscription();
    });
    await until(ada, 'recording-stopped', 2);
    // Nobody watches them now, and they would take what the film is made with.
    await Promise.all([ada, bob].map(cameraOff));
    expect(await eventsOf(ada, 'recording-error')).toEqual([]);

    const recording = await finished(`roomName=${room.name}`);
    expect(recording).toMatchObject({ status: 'finished', startedBy: adaId });
    await until(bob, 'recording-upload-completed');
    expect(await eventsOf(bob, 'recording-upload-completed')).toMatchObject([
      { recordingId: recording.id, type: 'cloud', files: [recording.file] },
    ]);
    expect([await records(ada, 'local'), await records(bob, adaId)]).toEqual([false, false]);
    const film = await download(recording);
    expect(probe(film)).toMatchObject({ width: 1_280, height: 720 });
    expect(probe(film).duration).toBeCloseTo((recording.duration ?? 0) / 1_000, 0);
    const middle = (recording.duration ?? 0) / 2_000;
    expect(colorAt(film, middle, 640, 10)).toBe('dark blue');
    expect(colorAt(film, middle, 320, 360)).not.toBe('dark blue');
    expect(colorAt(film, middle, 960, 360)).not.toBe('dark blue');
    expectHeard(SAID, await words(film));

    await ada.waitForFunction(() => window.pieces.at(-1)?.finished);
    const pieces = await ada.evaluate(() =>
      window.pieces.map(({ data, finished: last }) => ({ bytes: [...data], last })),
    );
    expect(pieces.filter(({ last }) => last)).toHaveLength(1);
    const stats = await eventsOf(ada, 'recording-stats');
    const bytes = pieces.flatMap((piece) => piece.bytes).length;
    expect(stats.at(-1)).toMatchObject({ local: true, bytes });
    const local = join(folder, 'local.webm');
    writeFileSync(local, Uint8Array.from(pieces.flatMap(({ bytes }) => bytes)));
    expect(probe(local)).toMatchObject({ width: 1_280, height: 720 });
    expectHeard(SAID, await words(local));
    await Promise.all([ada.close(), bob.close()]);
  });

  it('of a call is recorded with the voice of the agent, where operator and assistant say so', async () => {
    const firstMessage = 'Welcome to the library. Please ask me about the books that we have here.';
    const call = await api<{ id: string; webCallUrl: string; artifactPlan: object }>(
      'POST',
      '/call/web',
      { assistant: { firstMessage, artifactPlan: { videoRecordingEnabled: true } } },
    );
    expect(call.artifactPlan).toEqual({ videoRecordingEnabled: true });
    const page = await openListener();
    await page.evaluate(async (url) => {
      const { call: joined } = window.watching;
      await joined.join({ url, startAudioOff: true, videoSource: false });
      joined.startRecording({ layout: { preset: 'default' } });
    }, call.webCallUrl);
    await until(page, 'recording-started');
    await page.evaluate(() => void window.watching.call.sendAppMessage('playable'));
    await page.waitForFunction(
      () =>
        window.watching.messages.some(({ data }) => {
          const { type, status, role } = JSON.parse(data === 'listening' ? '{}' : String(data));
          return type === 'speech-update' && status === 'stopped' && role === 'assistant';
        }),
      null,
      { timeout: 20_000 },
    );
    await page.evaluate(async () => window.watching.call.leave());
    const recording = await finished(`callId=${call.id}`);
    expect(recording).toMatchObject({ status: 'finished', callId: call.id });
    const film = await download(recording);
    expect(probe(film)).toMatchObject({ width: 1_280, height: 720 });
    expect(colorAt(film, 1, 640, 360)).toBe('dark blue');
    expectHeard(firstMessage, await words(film));
  });
});

/** Most words, not all: sound in real time loses some on a busy machine. */
function expectHeard(said: string, heard: string): void {
  expect(wordOverlap(said, heard), `of “${said}” was heard “${heard}”`).toBeGreaterThan(0.5);
}
