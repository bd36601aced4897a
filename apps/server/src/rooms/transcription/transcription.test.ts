import { createLocalEngines } from '@kindling/conversation';
import type { RoomMember } from '@kindling/media';
import type { RoomConfig, RoomRequestName } from '@kindling/protocol/room';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../../../testing/server/manual-clock.ts';
import type { MeetingContext, MeetingFeature } from '../meetings/request-handlers.ts';
import {
  createObservedRoom,
  EVERYTHING,
  type ObservedRoom,
} from '../tracks/testing/observed-room.ts';
import { opusPackets, tone } from '../tracks/testing/track-packets.ts';
import {
  createTranscriptionFeature,
  type TranscriptionFeatureOptions,
} from './transcription-feature.ts';

type Speech = NonNullable<ReturnType<TranscriptionFeatureOptions['speech']>>;

/** Hears whatever is loud, and understands how long it was. */
function fakeSpeech() {
  const open = new Set<object>();
  const speech: Speech = {
    vad: {
      open() {
        const stream = {
          frameSamples: 512,
          process: (frame: Float32Array) =>
            frame.some((sample) => Math.abs(sample) > 0.05) ? 1 : 0,
          close: () => void open.delete(stream),
        };
        open.add(stream);
        return stream;
      },
    },
    transcriber: {
      provider: 'fake',
      transcribe: async (pcm) => ({ text: `${(pcm.length / 16_000).toFixed(1)} seconds` }),
      close: async () => {},
    },
  };
  return { speech, open };
}

describe('transcription', () => {
  let clock: ManualClock;
  let openedAt: number;
  let people: ObservedRoom;
  let meeting: MeetingContext;
  let feature: MeetingFeature;

  function open(speech: Speech | null, config: RoomConfig = {}): void {
    clock = createManualClock();
    openedAt = clock.now();
    people = createObservedRoom();
    meeting = {
      room: people.room,
      meetingId: 'meeting',
      orgId: 'org',
      config,
      clock,
      log: pino({ level: 'silent' }),
    };
    feature = createTranscriptionFeature({ speech: () => speech })(meeting);
  }

  async function ask(method: RoomRequestName, member: RoomMember, params: object = {}) {
    return feature.handlers[method]?.({ meeting, member, params: params as never });
  }

  function join(sessionId: string, owner = false): RoomMember {
    const member = people.join({ sessionId, owner });
    people.setTrack(sessionId, 'audio', 'audio', true);
    feature.onMemberEntered?.(member, 'outside');
    return member;
  }

  async function say(pcm: Int16Array, rate: 16_000 | 48_000, ...who: string[]) {
    const sent = (clock.now() - openedAt) / 20;
    for (const packet of await opusPackets(pcm, rate, sent)) {
      for (const one of who) people.send(one, 'audio', packet);
      clock.advance(20);
    }
  }

  const beep = () => tone(300, 1);
  const silence = () => new Int16Array(48_000);
  const messages = () =>
    people.events.flatMap(({ event }) => (event.type === 'transcription-message' ? [event] : []));

  it('tells what each says, when, and with their ids', async () => {
    const { speech, open: streams } = fakeSpeech();
    open(speech);
    const owner = join('ada', true);
    join('bob');
    await ask('start-transcription', owner, { includeRawResponse: true });
    const startedAt = clock.now();
    await say(silence(), 48_000, 'ada', 'bob');
    await say(beep(), 48_000, 'ada');
    await say(silence(), 48_000, 'ada', 'bob');
    await say(beep(), 48_000, 'ada', 'bob');
    await say(silence(), 48_000, 'ada', 'bob');
    await expect.poll(() => messages()).toHaveLength(3);
    expect(
      messages()
        .map(({ sessionId }) => sessionId)
        .sort(),
    ).toEqual(['ada', 'ada', 'bob']);
    const [first] = messages();
    expect(first).toMatchObject({
      instanceId: 'default',
      track: 'audio',
      rawResponse: { model: 'fake' },
    });
    expect(Number.parseFloat(first?.text ?? '')).toBeCloseTo(2, 0);
    expect((first?.timestamp ?? 0) - startedAt).toBeGreaterThan(500);
    expect((first?.timestamp ?? 0) - startedAt).toBeLessThan(1_100);
    await ask('stop-transcription', owner);
    expect(streams.size).toBe(0);
    expect(people.observers).toBe(0);
    const lifecycle = people.events.flatMap(({ event }) =>
      event.type === 'transcription' ? [event] : [],
    );
    expect(lifecycle).toMatchObject([
      { change: 'started', language: 'en', model: 'fake', by: 'ada' },
      { change: 'stopped', by: 'ada' },
    ]);
  });

  it('ends an utterance when a participant mutes, or their packets stop', async () => {
    const { speech } = fakeSpeech();
    open(speech);
    const owner = join('ada', true);
    await ask('start-transcription', owner);
    await say(beep(), 48_000, 'ada');
    clock.advance(500);
    clock.advance(600);
    await expect.poll(() => messages()).toHaveLength(1);
    await say(beep(), 48_000, 'ada');
    people.setTrack('ada', 'audio', 'audio', false);
    await expect.poll(() => messages()).toHaveLength(2);
  });

  it('listens to those who are named, and to others when asked to', async () => {
    const { speech, open: streams } = fakeSpeech();
    open(speech);
    const owner = join('ada', true);
    join('bob');
    await ask('start-transcription', owner, { participants: ['bob'] });
    expect([people.observers, streams.size]).toEqual([1, 1]);
    await ask('update-transcription', owner, { participants: ['ada'] });
    await say(beep(), 48_000, 'ada', 'bob');
    await say(silence(), 48_000, 'ada', 'bob');
    await expect.poll(() => messages()).toHaveLength(1);
    expect(messages()[0]?.sessionId).toBe('ada');
  });

  it.each([
    ['nobody special', {}, {}, false],
    ['an owner', { owner: true }, {}, true],
    [
      'one who administers it',
      { permissions: { ...EVERYTHING, canAdmin: ['transcription' as const] } },
      {},
      true,
    ],
    [
      'one who administers streaming',
      { permissions: { ...EVERYTHING, canAdmin: ['streaming' as const] } },
      {},
      false,
    ],
    ['an owner where the room forbids it', { owner: true }, { enable_transcription: false }, false],
  ])('is allowed, or not: %s', async (_, person, config, allowed) => {
    open(fakeSpeech().speech, config);
    const asked = ask('start-transcription', people.join({ sessionId: 'eve', ...person }));
    if (allowed) await expect(asked).resolves.toEqual({ instanceId: 'default' });
    else await expect(asked).rejects.toMatchObject({ code: 'not_allowed' });
  });

  it.each([
    ['another language', { language: 'de' }, 'bad_request'],
    ['a second of the same name', { instanceId: 'one' }, 'conflict'],
  ])('refuses %s', async (_, params, code) => {
    open(fakeSpeech().speech);
    const owner = join('ada', true);
    await ask('start-transcription', owner, { instanceId: 'one', language: 'en-US' });
    await expect(ask('start-transcription', owner, params)).rejects.toMatchObject({ code });
  });

  it('start-while-stopping: the end that is reported last is no end of another', async () => {
    const { speech } = fakeSpeech();
    const { promise: recognised, resolve } = Promise.withResolvers<{ text: string }>();
    open({ ...speech, transcriber: { ...speech.transcriber, transcribe: () => recognised } });
    const owner = join('ada', true);
    await ask('start-transcription', owner);
    await say(beep(), 48_000, 'ada');
    const stopped = ask('stop-transcription', owner);
    await expect(ask('start-transcription', owner)).rejects.toMatchObject({ code: 'conflict' });
    const again = ask('stop-transcription', owner);
    const closed = feature.close?.();
    resolve({ text: 'last words' });
    await Promise.all([stopped, again, closed]);
    expect(messages()).toHaveLength(1);
    const changes = people.events.flatMap(({ event }) =>
      event.type === 'transcription' ? [event.change] : [],
    );
    expect(changes).toEqual(['started', 'stopped']);
  });

  it('listens later to whom no detector can be had for now', async () => {
    const { speech } = fakeSpeech();
    const { open: detect } = speech.vad;
    const vad = vi.spyOn(speech.vad, 'open').mockImplementation(() => {
      throw new Error('no descriptor');
    });
    open(speech);
    const owner = join('ada', true);
    await ask('start-transcription', owner);
    await say(silence(), 48_000, 'ada');
    expect(vad.mock.calls.length).toBeGreaterThan(1);
    vad.mockImplementation(detect);
    await say(silence(), 48_000, 'ada');
    await say(beep(), 48_000, 'ada');
    await say(silence(), 48_000, 'ada');
    await expect.poll(() => messages()).toHaveLength(1);
  });

  it('refuses while the recogniser is loading', async () => {
    open(null);
    await expect(ask('start-transcription', join('ada', true))).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('says when it cannot keep up, and when the recogniser fails', async () => {
    const { speech } = fakeSpeech();
    open({
      ...speech,
      transcriber: {
        ...speech.transcriber,
        transcribe: async () => Promise.reject(new Error('no')),
      },
    });
    const owner = join('ada', true);
    await ask('start-transcription', owner);
    await say(beep(), 48_000, 'ada');
    await say(silence(), 48_000, 'ada');
    await expect.poll(() => people.events.at(-1)?.event).toMatchObject({ change: 'error' });
  });

  it('writes down real words with the real recogniser', async () => {
    const engines = await createLocalEngines({ transcriberThreads: 1, preparedCalls: 1 });
    try {
      open(engines);
      const owner = join('ada', true);
      await ask('start-transcription', owner);
      const chunks: Int16Array[] = [new Int16Array(8_000)];
      const text = 'Tomorrow we will talk about the weather in New York.';
      for await (const chunk of engines.voice.synthesize({ text })) chunks.push(chunk);
      chunks.push(new Int16Array(16_000));
      const pcm = Int16Array.from(chunks.flatMap((chunk) => [...chunk]));
      await say(pcm, 16_000, 'ada');
      await expect.poll(() => messages()).toHaveLength(1);
      expect(messages()[0]?.text.toLowerCase()).toContain(
        'we will talk about the weather in new york',
      );
      await feature.close?.();
    } finally {
      await engines.close();
    }
  }, 60_000);
});
