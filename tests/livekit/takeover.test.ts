import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../../scripts/test-postgres.ts';
import { startTwoNodes, type TwoNodes } from '../cluster/two-nodes.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { openPerson } from '../support/meeting/person.ts';
import { joinAs, nextMessage, untilHeard, untilSeen } from '../support/meeting/watching.ts';
import {
  givenLivekit,
  livekitEnvironment,
  livekitMeetingEnvironment,
} from '../support/server/livekit.ts';
import { askAsOperator } from '../support/server/operator.ts';
import { endedCalls } from '../support/server/stored-calls.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';

const livekit = givenLivekit();
const postgres: OwnPostgres | null = livekit === null ? null : await startOwnPostgres();
const skipped = postgres === null ? ' (SKIPPED: needs TEST_LIVEKIT_URL and PostgreSQL)' : '';

describe.skipIf(postgres === null)(`a node dies whose media LiveKit carries${skipped}`, () => {
  let nodes: TwoNodes | null = null;

  async function startNodes(environment: Readonly<Record<string, string>>): Promise<TwoNodes> {
    if (postgres === null) throw new Error('no PostgreSQL');
    nodes = await startTwoNodes(postgres, environment);
    return nodes;
  }
  afterEach(async () => {
    await nodes?.close();
    nodes = null;
  });
  afterAll(() => postgres?.stop());

  it('a visitor hears the assistant go on', async () => {
    if (livekit === null) return;
    const { url, first, second } = await startNodes(livekitEnvironment(livekit));
    const microphone = recordMicrophone([
      { pause: 11_000 },
      { say: 'What is the mood tracker?' },
      { pause: 90_000 },
    ]);
    const browser = await launchChromium({ microphone });
    try {
      const visitor = await visit(browser, url);
      await visitor.startCall();
      await visitor.untilLine(/^AI: .*(mood|check)/i);
      await first.kill();
      await visitor.untilLine(/^AI: Sorry, we were cut off for a moment\./);
      await visitor.endCall();
      const calls = await endedCalls({ ...second, dataFolder: first.dataFolder }, 1);
      expect(calls).toMatchObject([{ endedReason: 'customer-ended-call' }]);
      const said = calls[0]?.messages?.map(({ role, message }) => `${role}: ${message}`) ?? [];
      expect(said.filter((line) => /I am Ember/.test(line))).toHaveLength(1);
      expect(said.filter((line) => line.startsWith('user: '))).toHaveLength(1);
    } finally {
      await browser.close();
    }
  });

  describe('a meeting', () => {
    let context: BrowserContext;
    beforeAll(async () => {
      context = await (await sharedChromium('humming')).newContext();
      // A page that a test fulfils has no address, and would be asked about each of this machine.
      await context.grantPermissions(['local-network-access', 'microphone', 'camera']);
    });
    afterAll(() => context?.close());

    const meetingIdOf = (page: Page) =>
      page.evaluate(() => window.watching.call.meetingSessionSummary().id);

    it('people hear, see and write to each other again, in the same meeting', async () => {
      if (livekit === null) return;
      const { url, first } = await startNodes(livekitMeetingEnvironment(livekit));
      const room = await askAsOperator<{ url: string }>(first, ['POST', '/rooms'], {});
      const [ada, bob] = await Promise.all([
        openPerson(context, url, '/room/anyone'),
        openPerson(context, url, '/room/anyone'),
      ]);
      const adaId = await joinAs(ada, room.url, 'Ada');
      const bobId = await joinAs(bob, room.url, 'Bob');
      await Promise.all([untilHeard(ada, bobId), untilHeard(bob, adaId)]);
      const meetingId = await meetingIdOf(ada);
      await first.kill();
      await ada.evaluate(() => void window.watching.call.sendAppMessage('still there?'));
      expect(await nextMessage(bob)).toEqual({ data: 'still there?', fromId: adaId });
      await Promise.all([
        untilHeard(ada, bobId),
        untilHeard(bob, adaId),
        untilSeen(ada, bobId, 'video'),
        untilSeen(bob, adaId, 'video'),
      ]);
      expect([await meetingIdOf(ada), await meetingIdOf(bob)]).toEqual([meetingId, meetingId]);
      // Who comes now meets them.
      const cy = await openPerson(context, url, '/room/anyone');
      await joinAs(cy, room.url, 'Cy');
      await Promise.all([untilHeard(cy, adaId), untilHeard(cy, bobId)]);
      expect(await ada.evaluate(() => window.watching.faults)).toEqual([]);
      // The node that is left would wait for them before it stops.
      await Promise.all([ada, bob, cy].map((page) => page.close()));
    });
  });
});
