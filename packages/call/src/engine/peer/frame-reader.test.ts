import { expect, it } from 'vitest';
import { createFrameReader } from './frame-reader.ts';

function read(...frames: (string | readonly number[])[]): unknown[] {
  const texts: unknown[] = [];
  const take = createFrameReader((text) => void texts.push(text));
  for (const frame of frames)
    take(typeof frame === 'string' ? frame : Uint8Array.from(frame).buffer);
  return texts;
}
const bytes = (text: string) => [...new TextEncoder().encode(text)];

it('passes texts on and reads bytes as texts', () => {
  expect(read('{"a":1}', bytes('{"ä":2}'))).toEqual(['{"a":1}', '{"ä":2}']);
});

it('puts pieces together, even where a character was cut in two', () => {
  const [first = 0, ...rest] = bytes('ä!');
  expect(read([0, first], [0], rest, bytes('b'))).toEqual(['ä!', 'b']);
});
