import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../../scripts/test-postgres.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { freePort } from '../support/network/free-port.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { endedCalls } from '../support/server/stored-calls.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';
import { openProxy } from './proxy.ts';

const QUESTION = 'What is the mood tracker?';
const postgres: OwnPostgres | null = await startOwnPostgres();
afterAll(() => postgres?.stop());

it.skipIf(postgres === null)(
  'a node is stopped, another goes on with its call, and the caller hears nothing of it',
  async () => {
    const ports = [await freePort(), await freePort()];
    const proxy = await openProxy(ports);
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const start = (index: number): Promise<RunningKindling> =>
      startKindling({
        port: ports[index] ?? 0,
        env: {
          ...{ CLUSTER: 'true', NODE_NAME: `node-${index}`, PUBLIC_URL: url },
          NODE_ADDRESS: `http://127.0.0.1:${ports[index]}`,
          ...{ DATABASE_URL: postgres?.url ?? '', KINDLING_SECRET: 'ab'.repeat(32) },
          ...{ SMTP_URL: 'smtp://127.0.0.1:9', STORAGE_URL: 's3://key:secret@127.0.0.1:9/none' },
        },
      });
    const first = await start(0);
    const second = await start(1);
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
      await first.kill();
      await second.stop();
      proxy.close();
    }
  },
);
