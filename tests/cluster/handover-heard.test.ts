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
  'a node is stopped, another goes on with its call, and the caller hears nothing of it',
  async () => {
    if (postgres === null) return;
    const { url, first, second, close } = await startTwoNodes(postgres);
    // By then the other node has the call.
    const microphone = recordMicrophone([{ pause: 30_000 }, { say: QUESTION }, { pause: 90_000 }]);
    const browser = await launchChromium({ microphone });
    try {
      const visitor = await visit(browser, url);
      await visitor.startCall();
      await visitor.untilLine(/^AI: .*I am Ember/);
      expect(await first.stop()).toBe(0);
      expect(first.output()).toContain('call handed over');
      await visitor.untilLine(/^AI: .*(mood|check)/i, 60_000);
      await visitor.endCall();
      const calls = await endedCalls({ ...second, dataFolder: first.dataFolder }, 1);
      expect(calls).toMatchObject([{ endedReason: 'customer-ended-call' }]);
      const said = calls[0]?.messages?.map(({ role, message }) => `${role}: ${message}`) ?? [];
      expect(said.filter((line) => /I am Ember/.test(line))).toHaveLength(1);
      expect(said.filter((line) => line.startsWith('user: '))).toHaveLength(1);
      expect(said.filter((line) => /cut off/.test(line))).toEqual([]);
    } finally {
      await browser.close();
      await close();
    }
  },
);
