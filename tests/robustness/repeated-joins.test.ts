import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openCallLibrary } from '../support/meeting/call-library.ts';
import { useMeeting } from '../support/meeting/use-meeting.ts';

/** One page joins and leaves again and again while another participant remains. */

const WARM_UP = 4;
/** `npm run endurance` asks for more. */
const JOINS = Number(process.env.JOINS ?? 10);

const meeting = useMeeting('quiet');

/** Joins, hears the other, looks at levels, leaves and destroys, so many times. */
const comeAndGo = (page: Page, url: string, times: number) =>
  page.evaluate(
    async ([room, count]) => {
      for (let index = 0; index < count; index += 1) {
        const call = window.kindling.createCallObject({ allowMultipleCallInstances: true });
        const heard = new Promise<void>((resolve) => {
          call.on('track-started', ({ participant }) => {
            if (participant?.local === false) resolve();
          });
        });
        await call.join({ url: room, videoSource: false });
        await call.startRemoteParticipantsAudioLevelObserver(100);
        await heard;
        call.sendAppMessage('hello');
        await call.destroy();
      }
    },
    [url, times] as const,
  );

/** Objects that live after everything unreachable was collected. */
async function count(page: Page, session: CDPSession) {
  await page.waitForTimeout(500);
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const living = async (name: string) => {
    const { result } = await session.send('Runtime.evaluate', { expression: `${name}.prototype` });
    const { objects } = await session.send('Runtime.queryObjects', {
      prototypeObjectId: result.objectId ?? '',
    });
    const { result: length } = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.length; }',
      returnByValue: true,
    });
    await session.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' });
    return length.value as number;
  };
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return {
    connections: await living('RTCPeerConnection'),
    channels: await living('RTCDataChannel'),
    tracks: await living('MediaStreamTrack'),
    contexts: await living('AudioContext'),
    players: await living('HTMLMediaElement'),
    calls: await living('kindling.CallObject'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

it(`${JOINS} joins leave nothing behind, in the page and in the server`, async () => {
  const { url } = await meeting.createRoom();
  const staying = await meeting.openPerson();
  await staying.evaluate(async (room) => {
    await window.watching.call.join({ url: room, userName: 'Ada', videoSource: false });
  }, url);
  const context = staying.context();
  const page = await openCallLibrary(context, meeting.server.url);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Runtime.enable');

  await comeAndGo(page, url, WARM_UP);
  const none = { connections: 0, channels: 0, tracks: 0, contexts: 0, players: 0, calls: 0 };
  const settle = async (expected: object) => {
    // The browser lets go of an ended microphone track only some seconds later.
    // To count is to stop the page and collect its garbage.
    const patience = { timeout: 60_000, interval: 1_000 };
    let last: Awaited<ReturnType<typeof count>> | undefined;
    await expect
      .poll(async () => {
        last = await count(page, session);
        return last;
      }, patience)
      .toMatchObject(expected);
    if (last === undefined) throw new Error('nothing was counted');
    return last;
  };
  const before = await settle(none);
  await comeAndGo(page, url, JOINS);
  await settle(before);

  const counts = () =>
    staying.evaluate(() => ({
      present: window.watching.call.participantCounts().present,
      messages: window.watching.messages.length,
    }));
  await expect.poll(counts).toEqual({ present: 1, messages: WARM_UP + JOINS });
});
