import { expect, it } from 'vitest';
import { createOutputFile } from './output-file.ts';

it('grows, and is rewritten where it was sought', () => {
  const file = createOutputFile();
  const half = new Uint8Array(200_000).fill(1);
  file.write(half);
  file.write(half);
  expect(file.seek(0, 1)).toBe(400_000);
  expect(file.seek(4, 0)).toBe(4);
  file.write(Uint8Array.of(9, 9));
  expect(file.seek(-1, 2)).toBe(399_999);
  const content = file.content();
  expect(content).toHaveLength(400_000);
  expect([...content.subarray(3, 7)]).toEqual([1, 9, 9, 1]);
});
