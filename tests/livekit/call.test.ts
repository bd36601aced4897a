import { createLocalEngines, type LocalEngines } from '@kindling/conversation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecording } from '../support/browser/call-recorder.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { givenLivekit, livekitEnvironment } from '../support/server/livekit.ts';
import { letSilenceLast } from '../support/server/patient-agent.ts';
import { endedCalls } from '../support/server/stored-calls.ts';
import { soundingStretches, wordOverlap } from '../support/sound/listening.ts';
import { hasEspeak, recordMicrophone } from '../support/sound/microphone.ts';

const livekit = givenLivekit();
const skipped = livekit === null ? ' (SKIPPED: TEST_LIVEKIT_URL is not set)' : '';

/** As without LiveKit: the page knows nothing of it, and loads nothing of its own for it. */
describe.skipIf(livekit === null || !hasEspeak)(`a spoken call over LiveKit${skipped}`, () => {
  let kindling: RunningKindling;
  let engines: LocalEngines;

  beforeAll(async () => {
    if (livekit === null) return;
    kindling = await startKindling({ env: livekitEnvironment(livekit) });
    await letSilenceLast(kindling);
    engines = await createLocalEngines();
  });
  afterAll(async () => {
    await engines?.close();
    await kindling?.stop();
  });

  const metric = async (name: string) => {
    const text = await (await fetch(`${kindling.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };

  it('greeting, question, answer, end: heard, shown and stored', async () => {
    const question = 'What is the mood tracker?';
    const microphone = recordMicrophone([
      { pause: 11_000 },
      { say: question },
      // Asks again, as people do when they are not understood.
      { pause: 16_000 },
      { say: question },
      { pause: 20_000 },
    ]);
    const browser = await launchChromium({ microphone });
    const begun = new Date();
    try {
      const visitor = await visit(browser, kindling.url);
      await visitor.startCall();
      expect(await metric('kindling_livekit_up')).toBe(1);
      await visitor.untilSaid(question);
      const lines = await visitor.transcript();
      const greeting = lines
        .slice(
          0,
          lines.findIndex((line) => line.startsWith('You:')),
        )
        .join(' ')
        .replaceAll('AI:', '');
      await visitor.untilLine(/^AI: .*(mood|check)/i);
      const { agent, sampleRate } = await readRecording(visitor.page);
      await visitor.endCall();
      const pcm = Float32Array.from(agent.subarray(0, 11 * sampleRate), (one) => one / 32_768);
      const heard = (await engines.transcriber.transcribe(pcm)).text;
      expect(wordOverlap(greeting, heard), `of “${greeting}” was heard “${heard}”`).toBeGreaterThan(
        0.6,
      );
      expect(visitor.faults).toEqual([]);
      const [call] = await endedCalls(kindling, 1, begun);
      expect(call?.endedReason).toBe('customer-ended-call');
      const roles = call?.artifact?.messages.map((message) => message.role);
      expect(roles).toEqual(expect.arrayContaining(['bot', 'user']));
    } finally {
      await browser.close();
    }
  });

  it('barge-in cuts the agent, and memory keeps what was played', async () => {
    const said = 'Wait, how much does it cost for a school?';
    const microphone = recordMicrophone([{ pause: 5_000 }, { say: said }, { pause: 15_000 }]);
    const browser = await launchChromium({ microphone });
    const begun = new Date();
    try {
      const visitor = await visit(browser, kindling.url);
      await visitor.startCall();
      await visitor.untilSaid(said);
      await visitor.page.waitForTimeout(200);
      const recording = await readRecording(visitor.page);
      await visitor.endCall();
      const interruption = soundingStretches(recording.microphone)[0];
      const before = soundingStretches(recording.agent)
        .filter((stretch) => stretch.start < (interruption?.start ?? 0))
        .at(-1);
      expect(interruption).toBeDefined();
      expect(before?.end).toBeLessThan(interruption?.end ?? 0);
      const [call] = await endedCalls(kindling, 1, begun);
      const cut = call?.artifact?.messages.find((message) => message.interrupted);
      expect(cut?.role).toBe('bot');
    } finally {
      await browser.close();
    }
  });
});
