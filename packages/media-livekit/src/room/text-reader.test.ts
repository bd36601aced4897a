import { splitText } from '@kindling/protocol/text-frames';
import { expect, it } from 'vitest';
import { createTextReader } from './text-reader.ts';

function setUp() {
  const heard: string[] = [];
  const read = createTextReader({
    onText: (text) => void heard.push(text),
    onInvalid: () => void heard.push('invalid'),
  });
  return { heard, read };
}

it('what is split comes together again, whole characters too', () => {
  const { heard, read } = setUp();
  const long = 'ä€😀'.repeat(25_000);
  for (const frame of [...splitText(long), ...splitText('short')]) read(frame);
  expect(heard).toEqual([long, 'short']);
});

const piece = (size: number) => Buffer.concat([Buffer.of(0), Buffer.alloc(size, 'x')]);

it('a text without end is not kept, every piece beyond the limit counts, and the next text is read', () => {
  const { heard, read } = setUp();
  for (let sent = 0; sent < 20; sent += 1) read(piece(15_000));
  // 17 pieces fit into 262,144 bytes.
  expect(heard).toEqual(['invalid', 'invalid', 'invalid']);
  read(Buffer.from('end'));
  read(Buffer.from('next'));
  expect(heard.slice(3)).toEqual(['invalid', 'next']);
});

it('pieces of a few bytes count, each of them', () => {
  const { heard, read } = setUp();
  for (let sent = 0; sent < 5; sent += 1) read(piece(1));
  expect(heard).toEqual(Array.from({ length: 5 }, () => 'invalid'));
});
