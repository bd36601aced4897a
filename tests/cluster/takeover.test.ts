import { afterAll, expect, it } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../../scripts/test-postgres.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { endedCalls } from '../support/server/stored-calls.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';
import { startTwoNodes } from './two-nodes.ts';

const QUESTION = 'What is the mood tracker?';
const postgres: OwnPostgres | null = await startOwnPostgres();
afterAll(() => postgres?.stop());

it.skipIf(postgres === null)(
  'a node dies, another goes on with its call, and the caller hears it',
  async () => {
    if (postgres === null) return;
    const { url, first, second, close } = await startTwoNodes(postgres);
    const microphone = recordMicrophone([{ pause: 11_000 }, { say: QUESTION }, { pause: 90_000 }]);
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
      await close();
    }
  },
);
