import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLivekitApi } from '../../packages/media-livekit/src/api/livekit-api.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { openPerson } from '../support/meeting/person.ts';
import {
  joinAs,
  nextMessage,
  untilHeard,
  untilSeen,
  untilState,
} from '../support/meeting/watching.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { givenLivekit, livekitMeetingEnvironment } from '../support/server/livekit.ts';
import { askAsOperator } from '../support/server/operator.ts';

/** Of whom a client of LiveKit connects as: the token is in the address. */
function identityIn(address: string): string {
  const [, claims = ''] = (new URL(address).searchParams.get('access_token') ?? '').split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')).sub;
}

const livekit = givenLivekit();
const skipped = livekit === null ? ' (SKIPPED: TEST_LIVEKIT_URL is not set)' : '';

/** People in pages of one browser, with the call library as it is; the client of LiveKit is a chunk of it. */
describe.skipIf(livekit === null)(`a meeting over LiveKit${skipped}`, () => {
  let kindling: RunningKindling;
  let context: BrowserContext;

  beforeAll(async () => {
    if (livekit === null) return;
    kindling = await startKindling({ env: livekitMeetingEnvironment(livekit) });
    context = await (await sharedChromium('humming')).newContext();
    // A page that a test fulfils has no address, and would be asked about each of this machine.
    await context.grantPermissions(['local-network-access', 'microphone', 'camera']);
  });
  afterAll(async () => {
    await context?.close();
    await kindling?.stop();
  });

  /** With the policy of the call page: it lets LiveKit in. */
  const newPerson = () => openPerson(context, kindling.url, '/room/anyone');
  const createRoom = (form: object = {}) =>
    askAsOperator<{ name: string; url: string }>(kindling, ['POST', '/rooms'], form);
  const createOwner = async (name: string) => {
    const properties = { room_name: name, is_owner: true, user_name: 'Olga' };
    const path = ['POST', '/meeting-tokens'] as const;
    return (await askAsOperator<{ token: string }>(kindling, path, { properties })).token;
  };
  const faultsOf = (page: Page) => page.evaluate(() => window.watching.faults);
  const joinByToken = (page: Page, options: { url: string; token: string }) =>
    page.evaluate(async (given) => {
      const { call } = window.watching;
      await call.join({ ...given, videoSource: false });
      return call.participants().local.session_id;
    }, options);

  it('two people hear and see each other, write, mute, share a screen and leave', async () => {
    const { url } = await createRoom();
    const [ada, bob] = await Promise.all([newPerson(), newPerson()]);
    const adaId = await joinAs(ada, url, 'Ada');
    const bobId = await joinAs(bob, url, 'Bob');
    await Promise.all([
      untilSeen(ada, bobId, 'video'),
      untilSeen(bob, adaId, 'video'),
      untilHeard(ada, bobId),
      untilHeard(bob, adaId),
    ]);

    await ada.evaluate(() => void window.watching.call.sendAppMessage({ hello: 'all' }));
    await bob.evaluate((id) => void window.watching.call.sendAppMessage('and you', id), adaId);
    expect(await nextMessage(bob)).toEqual({ data: { hello: 'all' }, fromId: adaId });
    expect(await nextMessage(ada)).toEqual({ data: 'and you', fromId: bobId });

    await ada.evaluate(() => void window.watching.call.setLocalAudio(false));
    await untilState(bob, adaId, 'audio', 'off');
    await bob.waitForFunction((id) => window.watching.loudness(id) < 0.001, adaId);
    await ada.evaluate(() => void window.watching.call.setLocalAudio(true));
    await untilState(bob, adaId, 'audio', 'playable');
    await untilHeard(bob, adaId);

    await ada.evaluate(() => {
      const canvas = document.createElement('canvas');
      const pen = canvas.getContext('2d');
      let round = 0;
      setInterval(() => {
        round += 1;
        if (pen !== null) pen.fillStyle = `hsl(${round * 10} 80% 50%)`;
        pen?.fillRect(0, 0, canvas.width, canvas.height);
      }, 50);
      window.watching.call.startScreenShare({ mediaStream: canvas.captureStream(10) });
    });
    await untilSeen(bob, adaId, 'screenVideo');
    await ada.evaluate(() => window.watching.call.stopScreenShare());
    await untilState(bob, adaId, 'screenVideo', 'off');

    await bob.waitForFunction(
      () =>
        window.watching.call
          .getNetworkStats()
          .then(({ networkState }) => networkState !== 'unknown'),
      null,
      { timeout: 15_000 },
    );
    await ada.evaluate(() => window.watching.call.leave());
    await bob.waitForFunction((id) => window.watching.call.participants()[id] === undefined, adaId);
    await bob.evaluate(() => window.watching.call.destroy());
    expect([await faultsOf(ada), await faultsOf(bob)]).toEqual([[], []]);
  }, 90_000);

  it('a guest knocks, is admitted, is muted, loses the right to send and gets it back, and is removed', async () => {
    const properties = { enable_knocking: true };
    const { url, name } = await createRoom({ privacy: 'private', properties });
    const token = await createOwner(name);
    const [olga, sam] = await Promise.all([newPerson(), newPerson()]);
    const olgaId = await joinByToken(olga, { url, token });

    await sam.evaluate(async (room) => {
      await window.watching.call.join({ url: room, userName: 'Sam', videoSource: false });
    }, url);
    const decided = sam.evaluate(() => window.watching.call.requestAccess());
    const waiting = await olga.waitForFunction(
      () => Object.values(window.watching.call.waitingParticipants())[0],
    );
    const { id } = (await waiting.jsonValue()) ?? { id: '' };
    expect(await sam.evaluate((who) => window.watching.loudness(who), olgaId)).toBe(0);
    await olga.evaluate(
      (one) => window.watching.call.updateWaitingParticipant(one, { grantRequestedAccess: true }),
      id,
    );
    expect(await decided).toEqual({ access: { level: 'full' }, granted: true });
    await Promise.all([untilHeard(sam, olgaId), untilHeard(olga, id)]);

    // By an owner; then they switch themselves on again.
    await olga.evaluate((who) => {
      window.watching.call.updateParticipant(who, { setAudio: false });
      // As much as there may be: in pieces, both ways.
      const notes = 'x'.repeat(102_000);
      window.watching.call.setMeetingSessionData({ topic: 'fractions', notes });
    }, id);
    await sam.waitForFunction(
      () => window.watching.call.participants().local.tracks.audio.off?.byRemoteRequest === true,
    );
    await sam.waitForFunction(() =>
      JSON.stringify(window.watching.call.meetingSessionState().data).includes('fractions'),
    );
    await olga.waitForFunction((who) => window.watching.loudness(who) < 0.001, id);
    await sam.evaluate(() => void window.watching.call.setLocalAudio(true));
    await untilHeard(olga, id);

    const permit = (canSend: boolean) =>
      olga.evaluate(
        ([who, allowed]) => {
          window.watching.call.updateParticipant(who, {
            updatePermissions: { canSend: allowed },
          });
        },
        [id, canSend] as const,
      );
    await permit(false);
    await olga.waitForFunction((who) => window.watching.loudness(who) < 0.001, id);
    await olga.waitForFunction(
      (who) =>
        window.watching.call.participants()[who]?.tracks.audio.off?.byCanSendPermission === true,
      id,
    );
    await permit(true);
    await sam.waitForFunction(
      () => window.watching.call.participants().local.permissions.canSend === true,
    );
    await sam.evaluate(() => void window.watching.call.setLocalAudio(true));
    await untilState(olga, id, 'audio', 'playable');
    await untilHeard(olga, id);

    await olga.evaluate((who) => {
      window.watching.call.updateParticipant(who, { eject: true });
    }, id);
    await sam.waitForFunction(() => window.watching.call.meetingState() === 'error');
    await olga.waitForFunction((who) => window.watching.call.participants()[who] === undefined, id);
    expect(await faultsOf(olga)).toEqual([]);
  }, 90_000);

  it('whom LiveKit loses comes back by another connection, and what they said meanwhile arrives', async () => {
    if (livekit === null) return;
    const { url, name } = await createRoom();
    const [ada, bob] = await Promise.all([newPerson(), newPerson()]);
    const identities: string[] = [];
    bob.on('websocket', (socket) => void identities.push(identityIn(socket.url())));
    const adaId = await joinAs(ada, url, 'Ada');
    const bobId = await joinAs(bob, url, 'Bob');
    await Promise.all([untilHeard(ada, bobId), untilHeard(bob, adaId)]);

    await createLivekitApi(livekit).removeParticipant(name, identities[0] ?? '');
    await bob.evaluate(() => void window.watching.call.sendAppMessage('still there'));
    await expect.poll(() => new Set(identities).size).toBe(2);
    expect(await nextMessage(ada)).toEqual({ data: 'still there', fromId: bobId });
    expect(identities.every((one) => one.startsWith(`${bobId}:`))).toBe(true);
    await Promise.all([
      untilHeard(ada, bobId),
      untilHeard(bob, adaId),
      untilSeen(ada, bobId, 'video'),
      untilSeen(bob, adaId, 'video'),
    ]);
    expect(await ada.evaluate(() => window.watching.call.participantCounts().present)).toBe(2);
    expect([await faultsOf(ada), await faultsOf(bob)]).toEqual([[], []]);
    for (const page of [ada, bob]) await page.evaluate(() => window.watching.call.destroy());
  }, 90_000);

  it('what cannot be done over LiveKit is refused by name', async () => {
    const { url, name } = await createRoom();
    const olga = await newPerson();
    await joinByToken(olga, { url, token: await createOwner(name) });
    const recording = await olga.evaluate(
      () =>
        new Promise<string>((resolve) => {
          window.watching.call.on('recording-error', ({ errorMsg }) => resolve(errorMsg));
          window.watching.call.startRecording();
        }),
    );
    expect(recording).toBe('LiveKit carries this meeting: recordings are not made in it.');
    const refused = await olga.evaluate(() =>
      window.watching.call.startRemoteMediaPlayer({ url: 'https://films.example/a.webm' }).then(
        () => 'plays',
        (error: Error) => error.message,
      ),
    );
    expect(refused).toBe('LiveKit carries this meeting: media cannot be played into it.');
    const offered = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sdp: 'v=0', version: 3 }),
    });
    expect(await offered.json()).toMatchObject({ code: 'client_outdated' });
    await olga.evaluate(() => window.watching.call.destroy());
  });
});
