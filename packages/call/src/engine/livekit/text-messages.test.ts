import { EventEmitter } from 'node:events';
import { type Room, RoomEvent } from 'livekit-client';
import { expect, it } from 'vitest';
import { VirtualClock } from '../../testing/virtual-clock.ts';
import { createFrameReader } from '../peer/frame-reader.ts';
import { TextMessages } from './text-messages.ts';

const HOST = { identity: 'host' };
const bytes = (text: string) => new TextEncoder().encode(text);

function setUp() {
  const clock = new VirtualClock();
  const sent: Uint8Array[] = [];
  const to: unknown[] = [];
  const heard: unknown[] = [];
  let opened = 0;
  const room = Object.assign(new EventEmitter(), {
    localParticipant: {
      async publishData(piece: Uint8Array, options: unknown) {
        sent.push(piece);
        to.push(options);
      },
    },
  });
  const texts = new TextMessages({
    room: room as unknown as Room,
    clock,
    createReader: createFrameReader,
    onOpen: () => {
      opened += 1;
    },
    onMessage: (data) => void heard.push(data),
  });
  const receive = (text: string, from: object | null = HOST) =>
    room.emit(RoomEvent.DataReceived, bytes(text), from);
  const texted = () => sent.map((piece) => new TextDecoder().decode(piece));
  return { clock, texts, sent, to, heard, receive, texted, opened: () => opened };
}

it('the host is pinged until it answers, and only then is anything sent', async () => {
  const { clock, texts, to, heard, receive, texted, opened } = setUp();
  texts.start('host');
  await clock.advance(120);
  expect(texted().every((text) => text.includes('ping'))).toBe(true);
  expect([texted().length, texts.send('early'), opened()]).toEqual([3, false, 0]);
  expect(to[0]).toEqual({ reliable: true, destinationIdentities: ['host'] });
  receive('{"type":"pong"}');
  expect([heard, opened(), texts.isOpen, clock.pending]).toEqual([['{"type":"pong"}'], 1, true, 0]);
  expect(texts.send('hello')).toBe(true);
  await clock.advance(0);
  expect(texted().at(-1)).toBe('hello');
});

it('nobody but the host is listened to', () => {
  const { texts, heard, receive } = setUp();
  receive('too early');
  texts.start('host');
  receive('{"type":"room-left"}', { identity: 'ada:1' });
  receive('{"type":"room-left"}', null);
  expect([heard, texts.isOpen]).toEqual([[], false]);
  texts.close();
  receive('too late');
  expect(heard).toEqual([]);
});

it('long texts go in pieces, in order', async () => {
  const { clock, texts, sent, receive } = setUp();
  texts.start('host');
  receive('pong');
  await clock.advance(0);
  sent.length = 0;
  const long = 'ä'.repeat(20_000);
  texts.send(long);
  texts.send('next');
  await clock.advance(0);
  expect(sent.map((piece) => [piece[0] === 0, piece.length])).toEqual([
    [true, 15_001],
    [true, 15_001],
    [false, 10_000],
    [false, 4],
  ]);
});
