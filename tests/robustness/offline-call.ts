import { launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { socketsElsewhere } from '../support/network/open-sockets.ts';
import { startKindling } from '../support/server/kindling.ts';
import { family } from '../support/server/process-figures.ts';
import { endedCalls } from '../support/server/stored-calls.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';

/** Run inside a network namespace by `offline.test.ts`; prints one line of JSON. */

const QUESTION = 'What is the mood tracker?';
const microphone = recordMicrophone([
  { pause: 11_000 },
  { say: QUESTION },
  // Asks again, as people do when they are not understood.
  { pause: 16_000 },
  { say: QUESTION },
  { pause: 20_000 },
]);
const kindling = await startKindling();
const browser = await launchChromium({ microphone, loopbackOnly: true });
const elsewhere = new Set<string>();
const watch = setInterval(() => {
  for (const pid of family(kindling.pid))
    for (const remote of socketsElsewhere(pid)) elsewhere.add(remote);
}, 100);
try {
  const visitor = await visit(browser, kindling.url);
  await visitor.startCall();
  await visitor.untilLine(/^You: /);
  await visitor.untilLine(/^AI: .*(mood|check)/i);
  const lines = await visitor.transcript();
  await visitor.endCall();
  const [call] = await endedCalls(kindling, 1);
  console.log(
    JSON.stringify({ lines, elsewhere: [...elsewhere], endedReason: call?.endedReason ?? null }),
  );
} finally {
  clearInterval(watch);
  await browser.close();
  await kindling.stop();
}
