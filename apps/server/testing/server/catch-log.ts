import fs from 'node:fs';
import { onTestFinished, vi } from 'vitest';

/** Catches what loggers write until the test ends; the returned function says what it is so far. */
export function catchLog(): () => string {
  let written = '';
  const output = vi.spyOn(fs, 'writeSync').mockImplementation((_, data) => {
    written += String(data);
    return Buffer.byteLength(String(data));
  });
  onTestFinished(() => output.mockRestore());
  return () => written;
}
