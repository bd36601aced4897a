import { expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { endedCalls } from '../support/server/stored-calls.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';

const QUESTION = 'What is the mood tracker?';
const FOLLOW_UP = 'How much does it cost?';

it('a call outlives its server: killed while it answers, it goes on with its memory', async () => {
  const microphone = recordMicrophone([{ pause: 11_000 }, { say: QUESTION }, { pause: 90_000 }]);
  const first = await startKindling();
  const port = Number(new URL(first.url).port);
  const browser = await launchChromium({ microphone });
  let second: RunningKindling | null = null;
  try {
    const visitor = await visit(browser, first.url);
    await visitor.startCall();
    await visitor.untilLine(/^AI: .*(mood|check)/i);
    const before = await visitor.transcript();
    await first.kill();
    second = await startKindling({ dataFolder: first.dataFolder, port });
    await visitor.untilLine(/^AI: Sorry, we were cut off for a moment\./);
    const after = await visitor.transcript();
    // Nothing that was said is shown twice, or lost.
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    await visitor.page.getByRole('textbox', { name: /type/i }).fill(FOLLOW_UP);
    await visitor.page.keyboard.press('Enter');
    await visitor.untilLine(/^AI: .*(price|pricing|cost|quote)/i);
    await visitor.endCall();
    const calls = await endedCalls(second, 1);
    expect(calls).toMatchObject([{ endedReason: 'customer-ended-call' }]);
    const said = calls[0]?.messages?.map(({ role, message }) => `${role}: ${message}`) ?? [];
    const asked = said.filter((line) => line.startsWith('user: '));
    expect(asked).toHaveLength(2);
    expect(asked[1]).toBe(`user: ${FOLLOW_UP}`);
    expect(said.filter((line) => /I am Ember/.test(line))).toHaveLength(1);
  } finally {
    await browser.close();
    await first.kill();
    await second?.stop();
  }
});
