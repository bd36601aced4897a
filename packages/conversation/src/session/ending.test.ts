import { describe, expect, it } from 'vitest';
import {
  type ConversationKit,
  createConversationKit,
  type KitOptions,
} from '../testing/conversation-kit.ts';

const LONG = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen.';

function startKit(options: KitOptions = {}) {
  const kit = createConversationKit(options);
  kit.conversation.start();
  return kit;
}

async function expectClosed(kit: ConversationKit) {
  await kit.clock.advance(0);
  expect(kit.reports).toHaveLength(1);
  expect(kit.clock.pending).toBe(0);
  expect(kit.vad.openStreams).toBe(0);
  const ended = kit.of('status-update').filter(({ status }) => status === 'ended');
  expect(ended).toEqual([
    { type: 'status-update', status: 'ended', endedReason: kit.reports[0]?.endReason },
  ]);
  const count = kit.messages.length;
  await kit.run(40_000);
  expect(kit.messages).toHaveLength(count);
}

describe('the end of a call', () => {
  it('silence-timeout: says the closing message, then ends', async () => {
    const kit = startKit({ settings: { silenceTimeoutSeconds: 10, endCallMessage: 'Bye now.' } });
    await kit.run(9_900);
    expect(kit.reports).toEqual([]);
    await kit.run(2_000);
    expect(kit.reports[0]).toMatchObject({
      endReason: 'silence-timed-out',
      transcript: 'AI: Bye now.',
    });
    await expectClosed(kit);
  });

  it('silence-timeout: counts from the end of the last words on either side', async () => {
    const kit = startKit({ settings: { silenceTimeoutSeconds: 10 } });
    await kit.run(8_000);
    await kit.say('what is it?');
    await kit.run(9_000);
    expect(kit.reports).toEqual([]);
    await kit.run(3_000);
    expect(kit.reports[0]?.endReason).toBe('silence-timed-out');
  });

  it('silence-timeout: who writes is not silent', async () => {
    const kit = startKit({ settings: { silenceTimeoutSeconds: 10 } });
    await kit.run(9_000);
    kit.conversation.handleMessage({ type: 'typing' });
    await kit.run(9_000);
    expect(kit.reports).toEqual([]);
    await kit.run(2_000);
    expect(kit.reports[0]?.endReason).toBe('silence-timed-out');
  });

  it('silence-timeout: who only ever writes is gone', async () => {
    const kit = startKit({ settings: { silenceTimeoutSeconds: 10 } });
    await kit.say('what is it?');
    for (let second = 0; second < 60 && kit.reports.length === 0; second += 1) {
      kit.conversation.handleMessage({ type: 'typing' });
      await kit.run(1_000);
    }
    const [report] = kit.reports;
    expect(report?.endReason).toBe('silence-timed-out');
    const words = Math.max(...(report?.messages ?? []).map((one) => one.endTime));
    expect(Number(report?.endedAt) - words).toBeGreaterThan(35_000);
  });

  it('silence-timeout: noise is no speech', async () => {
    const kit = startKit({ settings: { silenceTimeoutSeconds: 10 } });
    for (let second = 0; second < 13; second += 1) {
      await kit.rustle(200);
      await kit.run(1_000);
    }
    expect(kit.reports[0]?.endReason).toBe('silence-timed-out');
  });

  it('max-duration: warns at 60 and 20 s, cuts what is being said, ends', async () => {
    const kit = startKit({
      settings: {
        maxDurationSeconds: 90,
        silenceTimeoutSeconds: 300,
        endCallMessage: 'Time is up.',
      },
    });
    await kit.run(29_000);
    expect(kit.of('time-limit')).toEqual([]);
    await kit.run(60_000);
    expect(kit.of('time-limit').map(({ secondsLeft }) => secondsLeft)).toEqual([60, 20]);
    kit.conversation.handleMessage({ type: 'say', message: LONG, interruptionsEnabled: false });
    await kit.run(3_000);
    expect(kit.reports[0]?.endReason).toBe('exceeded-max-duration');
    expect(kit.reports[0]?.messages.map(({ interrupted }) => interrupted)).toEqual([
      true,
      undefined,
    ]);
    await expectClosed(kit);
  });

  it('quota: says why, whatever the model does meanwhile, and ends with its own reason', async () => {
    const kit = startKit({
      settings: { endCallMessage: 'Goodbye.' },
      reply() {
        kit.conversation.conclude('kindling.quota-exceeded', 'It is used up for today.');
        throw new Error('the model refuses');
      },
    });
    await kit.say('what is it?');
    await kit.run(10_000);
    const [report] = kit.reports;
    expect(report?.endReason).toBe('kindling.quota-exceeded');
    expect(report?.messages.at(-1)?.message).toBe('It is used up for today.');
    await expectClosed(kit);
  });

  it('end phrase: ends when it has been played', async () => {
    const kit = startKit({
      settings: { endCallPhrases: ['Have a nice day'] },
      reply: () => 'Glad to help. Have a nice day!',
    });
    await kit.say('thank you.');
    await kit.run(5_000);
    expect(kit.reports[0]?.endReason).toBe('assistant-said-end-call-phrase');
    expect(kit.reports[0]?.transcript).toContain('AI: Glad to help. Have a nice day!');
    await expectClosed(kit);
  });

  it('end phrase: a closing message that has just been said is not said again', async () => {
    for (const [closing, times] of [
      ['Have a nice day.', 1],
      ['Until next time, have a nice day.', 2],
    ] as const) {
      const kit = startKit({
        settings: { endCallPhrases: ['Have a nice day'], endCallMessage: closing },
        reply: () => 'Glad to help. Have a nice day!',
      });
      await kit.say('thank you.');
      await kit.run(10_000);
      const said = kit.reports[0]?.messages.filter(({ role }) => role === 'bot');
      expect(said).toHaveLength(times);
      await expectClosed(kit);
    }
  });

  it('a closing message that never comes does not hold the call', async () => {
    const kit = startKit({ settings: { silenceTimeoutSeconds: 10, endCallMessage: 'Bye now.' } });
    kit.scripts.voice.hangs = true;
    await kit.run(26_000);
    expect(kit.reports[0]?.endReason).toBe('silence-timed-out');
    await expectClosed(kit);
  });

  it('a hang-up during the closing message keeps the first reason', async () => {
    const kit = startKit({ settings: { silenceTimeoutSeconds: 10, endCallMessage: LONG } });
    await kit.run(11_000);
    await kit.end();
    expect(kit.reports[0]?.endReason).toBe('silence-timed-out');
    await expectClosed(kit);
  });

  it('end() is idempotent and says no closing message', async () => {
    const kit = startKit({ settings: { endCallMessage: 'Bye now.' } });
    await kit.run(100);
    const [first, second] = await Promise.all([
      kit.conversation.end('customer-ended-call'),
      kit.conversation.end('kindling.connection-lost'),
    ]);
    expect(second).toBe(first);
    expect(first.endReason).toBe('customer-ended-call');
    expect(kit.voice.spoken).toEqual([]);
    await expectClosed(kit);
  });

  it('ends before it started', async () => {
    const kit = createConversationKit();
    await kit.say('hello?');
    expect((await kit.end()).startedAt).toBeNull();
    kit.conversation.start();
    await expectClosed(kit);
  });

  it('close-while-speaking: keeps what was played', async () => {
    const kit = startKit({ settings: { firstMessage: LONG } });
    await kit.run(1_500);
    const report = await kit.end();
    expect(report.messages[0]).toMatchObject({ role: 'bot', interrupted: true });
    expect(LONG.startsWith(report.messages[0]?.message ?? '-')).toBe(true);
    await expectClosed(kit);
  });

  it.each([
    ['synthesising', 50, 'voice'],
    ['thinking', 600, 'model'],
    ['transcribing', 300, 'transcriber'],
  ] as const)('close-while-%s: aborts it', async (_name, after, engine) => {
    const kit = startKit(engine === 'voice' ? { settings: { firstMessage: LONG } } : {});
    kit.scripts[engine].latency = 5_000;
    if (engine !== 'voice') await kit.say('what is it?');
    await kit.run(after);
    expect(kit.scripts[engine].requests).toBeGreaterThan(0);
    await kit.end();
    expect(kit.scripts[engine].aborted).toBe(kit.scripts[engine].requests);
    await expectClosed(kit);
  });

  it('every moment of a call is a good one to end it', async () => {
    for (let moment = 0; moment < 6_000; moment += 140) {
      const kit = startKit({
        settings: { firstMessage: 'Hello there.' },
        reply: () => 'One. Two. Three.',
      });
      kit.clock.schedule(moment, () => void kit.conversation.end('kindling.server-shutdown'));
      await kit.run(200);
      await kit.say('what is it?');
      await kit.run(2_500);
      await kit.say('stop please');
      await kit.run(2_000);
      expect(kit.reports).toHaveLength(1);
      expect(kit.clock.pending).toBe(0);
    }
  });
});
