import { expect, it } from 'vitest';
import { useMeeting } from '../support/meeting/use-meeting.ts';
import {
  joinAs,
  nextMessage,
  untilHeard,
  untilSeen,
  untilState,
} from '../support/meeting/watching.ts';

/** Two people in one room, in two pages of one browser, through the server. */

const meeting = useMeeting('humming');

it('two people hear and see each other, write, mute, share a screen and leave', async () => {
  const { url } = await meeting.createRoom();
  const [ada, bob] = await Promise.all([meeting.openPerson(), meeting.openPerson()]);
  const adaId = await joinAs(ada, url, 'Ada');
  const bobId = await joinAs(bob, url, 'Bob');

  await Promise.all([
    untilSeen(ada, bobId, 'video'),
    untilSeen(bob, adaId, 'video'),
    untilHeard(ada, bobId),
    untilHeard(bob, adaId),
  ]);
  expect(
    await bob.evaluate((id) => window.watching.call.participants()[id]?.user_name, adaId),
  ).toBe('Ada');

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
  // Nothing of it disturbed the camera.
  const before = await bob.evaluate((id) => window.watching.frames(id, 'video'), adaId);
  await bob.waitForFunction(
    ([id, count]) => window.watching.frames(id, 'video') > count + 5,
    [adaId, before] as const,
    { timeout: 10_000 },
  );
  await ada.evaluate(() => window.watching.call.stopScreenShare());
  await untilState(bob, adaId, 'screenVideo', 'off');

  await ada.evaluate(() => window.watching.call.leave());
  await bob.waitForFunction((id) => window.watching.call.participants()[id] === undefined, adaId);
  await bob.evaluate(() => window.watching.call.destroy());
  expect(await ada.evaluate(() => window.watching.faults)).toEqual([]);
  expect(await bob.evaluate(() => window.watching.faults)).toEqual([]);
}, 60_000);
