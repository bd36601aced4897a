import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMediaEngine, type MediaEngine, type Room } from '@kindling/media';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';
import { openRawCall } from './pages/raw-call.ts';

/** A camera in three encodings, and a viewer who chooses one. */

let engine: MediaEngine;
let room: Room;
let browser: Browser;
let server: Server;

beforeAll(async () => {
  // A secure context: browsers give no camera to other pages.
  server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>call</title>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  engine = await createMediaEngine({ udpPort: 0 });
  room = engine.createRoom({ name: 'lake', path: '/room/lake', maxParticipants: 2 });
  browser = await launchChromium({ microphone: recordMicrophone([{ pause: 1_000 }]) });
});
afterAll(async () => {
  await browser?.close();
  await engine?.close();
  server?.close();
});

async function join(name: string, sendsCamera: boolean): Promise<{ page: Page; id: string }> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { offer, sends } = await page.evaluate(openRawCall, sendsCamera);
  const answer = await room.join({ sdp: offer, userName: name, sends });
  await page.evaluate((sdp) => window.rawCall.accept(sdp), answer.sdp);
  return { page, id: answer.sessionId };
}

it('the watcher gets the encoding they ask for, without a break in the picture', async () => {
  const ada = await join('Ada', true);
  const { page } = await join('Bob', false);
  const send = (command: unknown) =>
    page.evaluate((sent) => window.rawCall.send(sent), command as object);
  const showing = (width: number) =>
    page.evaluate((wanted) => window.rawCall.untilWidth(wanted), width);
  const choose = (layer: number) =>
    send({
      type: 'request',
      id: String(layer),
      method: 'set-receive-layer',
      params: { sessionId: ada.id, track: 'video', layer },
    });
  await choose(0);
  await send({ type: 'subscribe', sessionId: ada.id, tracks: { video: true } });
  await showing(160);
  await choose(1);
  expect(await showing(320)).toBeGreaterThan(5);
  await choose(0);
  expect(await showing(160)).toBeGreaterThan(5);
}, 90_000);
