import type { RoomEvent } from '@kindling/protocol/room';
import { expect, it } from 'vitest';
import { ReliableChannel } from './reliable-channel.ts';

function setUp() {
  const way = { open: true };
  const sent: number[] = [];
  const events: RoomEvent[] = [];
  const channel = new ReliableChannel({
    send(text) {
      if (way.open) sent.push((JSON.parse(text) as { seq: number }).seq);
      return way.open;
    },
    onEvent: (event) => events.push(event),
  });
  const say = () => channel.send({ type: 'app-message', to: '*', data: 'hello' });
  return { way, sent, events, channel, say };
}

it('what a broken connection took with it goes again, and what arrived does not', () => {
  const { sent, channel, say } = setUp();
  say();
  say();
  channel.confirm(1);
  say();
  channel.renew();
  expect(sent).toEqual([1, 2, 3, 2, 3]);
});

it('what could not be sent waits for a way', () => {
  const { way, sent, channel, say } = setUp();
  way.open = false;
  say();
  say();
  expect(sent).toEqual([]);
  way.open = true;
  channel.renew();
  expect(sent).toEqual([1, 2]);
});

it('a server that does not count is taken to have what it was given', () => {
  const { sent, channel, say } = setUp();
  say();
  channel.confirm(undefined);
  channel.renew();
  expect(sent).toEqual([1]);
});

it('an event that comes a second time is not news', () => {
  const { channel } = setUp();
  const numbered = (seq: number) => ({ type: 'pong', sentAt: 0, seq }) as RoomEvent;
  expect(channel.accepts(numbered(1))).toBe(true);
  expect(channel.accepts(numbered(2))).toBe(true);
  expect(channel.accepts(numbered(2))).toBe(false);
  expect(channel.accepts({ type: 'pong', sentAt: 0 })).toBe(true);
  expect(channel.lastReceived).toBe(2);
});
