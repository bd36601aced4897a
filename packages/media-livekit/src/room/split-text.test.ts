import { expect, it } from 'vitest';
import { createTextReader, splitText } from './split-text.ts';

function setUp() {
  const heard: string[] = [];
  const read = createTextReader({
    onText: (text) => void heard.push(text),
    onTooLong: () => void heard.push('too long'),
  });
  return { heard, read };
}

it('what is split comes together again, whole characters too', () => {
  const { heard, read } = setUp();
  const long = 'ä€😀'.repeat(10_000);
  for (const frame of [...splitText(long), ...splitText('short')]) read(frame);
  expect(heard).toEqual([long, 'short']);
});

it('a text without end is not kept, and the next one is read', () => {
  const { heard, read } = setUp();
  const piece = Buffer.concat([Buffer.of(0), Buffer.alloc(60_000, 'x')]);
  for (let sent = 0; sent < 40; sent += 1) read(piece);
  read(Buffer.from('end'));
  read(Buffer.from('next'));
  expect(heard).toEqual(['too long', 'next']);
});
