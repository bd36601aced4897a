import { expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPerson } from '../support/meeting/person.ts';
import { askAsOperator } from '../support/server/operator.ts';
import { sharedKindling } from '../support/server/shared-kindling.ts';
import { wordOverlap } from '../support/sound/listening.ts';
import { hasEspeak, recordMicrophone } from '../support/sound/microphone.ts';

/** Words that are over before the call is connected, to an agent that waits for them. */

const QUESTION = 'How much does it cost for a small school?';

const kindling = sharedKindling();

it.skipIf(!hasEspeak)(
  'what is said while connecting is heard',
  async () => {
    const microphone = recordMicrophone([{ say: QUESTION }, { pause: 20_000 }]);
    const browser = await launchChromium({ microphone });
    try {
      const { webCallUrl } = await askAsOperator<{ webCallUrl: string }>(
        kindling,
        ['POST', '/call/web'],
        { assistant: { firstMessageMode: 'assistant-waits-for-user' } },
      );
      const page = await openPerson(await browser.newContext(), kindling.url);
      // The room takes longer to answer than the question takes to ask.
      await page.route(`${webCallUrl}`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        await route.continue();
      });
      await page.evaluate(async (url) => {
        const { call } = window.watching;
        // Ahead, as a page does that will call: the microphone is not open before the engine is here.
        await call.load();
        await call.join({ url, videoSource: false });
        call.sendAppMessage('playable');
      }, webCallUrl);
      const said = await page.waitForFunction(
        () =>
          window.watching.messages
            .map(({ data }) => String(data))
            .find((text) => text.includes('"user"') && text.includes('"final"')),
        null,
        { timeout: 20_000 },
      );
      // Its first words too, of which a connection that came late would have had none.
      const { transcript } = JSON.parse(String(await said.jsonValue())) as { transcript: string };
      expect(wordOverlap(QUESTION, transcript), transcript).toBeGreaterThan(0.5);
      expect(await page.evaluate(() => window.watching.faults)).toEqual([]);
    } finally {
      await browser.close();
    }
  },
  60_000,
);
