import type { RoomEvent } from '@kindling/protocol/room';
import { expect, it } from 'vitest';
import { Mailbox } from './reliable-channel.ts';

function setUp() {
  const way = { open: true };
  const sent: number[] = [];
  const events: RoomEvent[] = [];
  const mailbox = new Mailbox({
    send(text) {
      if (way.open) sent.push((JSON.parse(text) as { seq: number }).seq);
      return way.open;
    },
    onEvent: (event) => events.push(event),
  });
  const say = () => mailbox.send({ type: 'app-message', to: '*', data: 'hello' });
  return { way, sent, events, mailbox, say };
}

it('what a broken connection took with it goes again, and what arrived does not', () => {
  const { sent, mailbox, say } = setUp();
  say();
  say();
  mailbox.confirm(1);
  say();
  mailbox.renew();
  expect(sent).toEqual([1, 2, 3, 2, 3]);
});

it('what could not be sent waits for a way', () => {
  const { way, sent, mailbox, say } = setUp();
  way.open = false;
  say();
  say();
  expect(sent).toEqual([]);
  way.open = true;
  mailbox.renew();
  expect(sent).toEqual([1, 2]);
});

it('a server that does not count is taken to have what it was given', () => {
  const { sent, mailbox, say } = setUp();
  say();
  mailbox.confirm(undefined);
  mailbox.renew();
  expect(sent).toEqual([1]);
});

it('an event that comes a second time is not news', () => {
  const { mailbox } = setUp();
  const numbered = (seq: number) => ({ type: 'pong', sentAt: 0, seq }) as RoomEvent;
  expect(mailbox.accepts(numbered(1))).toBe(true);
  expect(mailbox.accepts(numbered(2))).toBe(true);
  expect(mailbox.accepts(numbered(2))).toBe(false);
  expect(mailbox.accepts({ type: 'pong', sentAt: 0 })).toBe(true);
  expect(mailbox.heard).toBe(2);
});
