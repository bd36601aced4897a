import { describe, expect, it } from 'vitest';
import { createConversationKit } from '../testing/conversation-kit.ts';
import { createCallerLevel } from './caller-level.ts';

const STEP = 32;

/** A room in which a person speaks so loud, in decibels of full scale, for so long. */
function createRoom() {
  let now = 0;
  let assistantSpeaks = false;
  const level = createCallerLevel({ assistantSpeaks: () => assistantSpeaks, now: () => now });
  const hear = (decibels: number, duration: number) => {
    let elsewhere = 0;
    const samples = new Float32Array(512).fill(10 ** (decibels / 20));
    for (let heard = 0; heard < duration; heard += STEP) {
      now += STEP;
      const isSpeech = decibels > -80;
      if (level.isElsewhere({ samples, endAt: now }, isSpeech ? 1 : 0)) elsewhere += 1;
    }
    return elsewhere / Math.ceil(duration / STEP);
  };
  return {
    level,
    assistant(speaks: boolean) {
      assistantSpeaks = speaks;
    },
    /** The share of it that is taken for another speaker's. */
    hear,
    silence: (duration: number) => hear(-90, duration),
    /** A turn of the caller. */
    turn(decibels: number) {
      hear(decibels, 1_000);
      level.learn();
      hear(-90, 1_000);
    },
  };
}

describe('the level of the caller', () => {
  it.each([
    [-20, 0],
    [-40, 0],
    [-50, 1],
  ])('TURN-38: a first speaker at %d dBFS is another speaker: %d', (decibels, share) => {
    expect(createRoom().hear(decibels, 640)).toBe(share);
  });

  it.each([
    [-20, -28, 0],
    [-20, -34, 1],
    [-42, -50, 0],
  ])(
    'TURN-38: beside a caller at %d dBFS, one at %d is another speaker: %d',
    (caller, other, share) => {
      const room = createRoom();
      room.turn(caller);
      expect(room.hear(other, 640)).toBe(share);
    },
  );

  it('TURN-38: a caller who becomes quieter bit by bit stays the caller', () => {
    const room = createRoom();
    for (const decibels of [-20, -26, -30, -34, -38]) {
      expect(room.hear(decibels, 640)).toBe(0);
      room.level.learn();
      room.silence(1_000);
    }
  });

  it('TURN-39: who speaks when the assistant begins, and goes on, is another speaker', () => {
    const room = createRoom();
    room.assistant(true);
    expect(room.hear(-30, 3_000)).toBe(1);
    room.silence(600);
    expect(room.hear(-32, 3_000)).toBe(1);
    room.assistant(false);
    room.silence(600);
    expect(room.hear(-30, 1_000)).toBe(1);
    expect(room.hear(-18, 640)).toBe(0);
  });

  it('TURN-39: who begins later is the caller', () => {
    const room = createRoom();
    room.assistant(true);
    room.silence(700);
    expect(room.hear(-30, 1_000)).toBe(0);
  });

  it('TURN-40: who says something and then waits is heard after all', () => {
    const room = createRoom();
    room.hear(-50, 1_000);
    room.silence(1_500);
    expect(room.level.takeMissed()).toEqual([]);
    room.silence(600);
    const missed = room.level.takeMissed();
    expect(missed.length * STEP).toBeGreaterThan(1_000);
    expect(missed.some((frame) => room.level.isElsewhere(frame, 1))).toBe(false);
    room.level.learn();
    expect(room.hear(-50, 640)).toBe(0);
  });

  it('TURN-40: beside a known caller it takes saying it twice, while the assistant is silent', () => {
    const room = createRoom();
    const mumble = () => {
      room.hear(-45, 1_000);
      room.silence(2_100);
      return room.level.takeMissed().length;
    };
    room.turn(-20);
    expect(mumble()).toBe(0);
    room.assistant(true);
    expect(mumble()).toBe(0);
    room.assistant(false);
    expect(mumble()).toBeGreaterThan(0);
    room.turn(-20);
    expect(mumble()).toBe(0);
  });

  it('TURN-39: a television goes on through the first message and is not answered', async () => {
    const firstMessage = 'one two three four five six seven eight nine ten eleven twelve.';
    const kit = createConversationKit({ settings: { firstMessage } });
    kit.conversation.start();
    for (let times = 0; times < 5; times += 1) {
      await kit.say('and now the weather for tomorrow in the north');
      await kit.run(700);
    }
    expect(kit.of('user-interrupted')).toEqual([]);
    expect(kit.finals('assistant')).toEqual([firstMessage]);
    expect(kit.finals('user')).toEqual([]);
  });

  it('TURN-40: who speaks with the first word of the greeting is answered after it', async () => {
    const kit = createConversationKit({ settings: { firstMessage: 'Hello, I am the guide.' } });
    kit.conversation.start();
    await kit.say('how much does it cost?');
    await kit.run(6_000);
    expect((await kit.end()).transcript).toBe(
      'AI: Hello, I am the guide.\nUser: how much does it cost?\nAI: Here it is.',
    );
  });
});
