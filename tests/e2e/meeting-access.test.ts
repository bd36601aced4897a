import { expect, it } from 'vitest';
import { useMeeting } from '../support/meeting/use-meeting.ts';
import { askAsOperator } from '../support/server/operator.ts';

/** A private room: without a token one requests access; an owner admits, mutes and removes. */

const meeting = useMeeting('humming');

it('a guest knocks, is admitted, is heard, is muted, and is removed', async () => {
  const properties = { enable_knocking: true };
  const { url, name } = await meeting.createRoom({ privacy: 'private', properties });
  const { token } = await askAsOperator<{ token: string }>(
    meeting.server,
    ['POST', '/meeting-tokens'],
    {
      properties: { room_name: name, is_owner: true, user_name: 'Olga' },
    },
  );
  const [olga, sam] = await Promise.all([meeting.openPerson(), meeting.openPerson()]);

  const olgaId = await olga.evaluate(
    async (options) => {
      const { call } = window.watching;
      await call.join({ ...options, videoSource: false });
      return call.participants().local.session_id;
    },
    { url, token },
  );
  const asked = await sam.evaluate(async (room) => {
    const { call } = window.watching;
    const { access } = await call.preAuth({ url: room });
    await call.join({ url: room, userName: 'Sam', videoSource: false });
    return { access, state: call.accessState(), others: Object.keys(call.participants()) };
  }, url);
  expect(asked).toEqual({
    access: { level: 'lobby' },
    state: { access: { level: 'lobby' } },
    others: ['local'],
  });

  const decided = sam.evaluate(() => window.watching.call.requestAccess());
  const waiting = await olga.waitForFunction(
    () => Object.values(window.watching.call.waitingParticipants())[0],
    null,
    { timeout: 10_000 },
  );
  const { id, name: knocking } = (await waiting.jsonValue()) ?? { id: '', name: '' };
  expect(knocking).toBe('Sam');
  await olga.evaluate(
    (one) => window.watching.call.updateWaitingParticipant(one, { grantRequestedAccess: true }),
    id,
  );
  expect(await decided).toEqual({ access: { level: 'full' }, granted: true });

  const untilHeard = { timeout: 15_000 };
  await sam.waitForFunction((who) => window.watching.loudness(who) > 0.02, olgaId, untilHeard);
  await olga.waitForFunction((who) => window.watching.loudness(who) > 0.02, id, untilHeard);
  expect(
    await olga.evaluate(() => {
      const { local } = window.watching.call.participants();
      return { name: local.user_name, owner: local.owner };
    }),
  ).toEqual({ name: 'Olga', owner: true });

  await olga.evaluate((who) => {
    window.watching.call.updateParticipant(who, { setAudio: false });
    // As much as there may be.
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

  await sam.evaluate(() => {
    window.watching.call.updateParticipant(
      Object.keys(window.watching.call.participants()).find((key) => key !== 'local') ?? '',
      { eject: true },
    );
  });
  await sam.waitForFunction(() => window.watching.faults.some((fault) => /owners/.test(fault)));

  await olga.evaluate((who) => {
    window.watching.call.updateParticipant(who, { eject: true });
  }, id);
  await sam.waitForFunction(() => window.watching.call.meetingState() === 'error');
  const again = await sam.evaluate(async (room) => {
    const joining = window.watching.call.join({ url: room, userName: 'Sam', videoSource: false });
    return joining.then(
      () => 'joined',
      (error: { code: string }) => error.code,
    );
  }, url);
  expect(again).toBe('ejected');
  expect(await olga.evaluate(() => window.watching.call.participantCounts())).toEqual({
    present: 1,
    hidden: 0,
  });
  expect(await olga.evaluate(() => window.watching.faults)).toEqual([]);
});
