import type { Config } from '../platform/config/config.ts';
import type { Counts, NamedFinding } from './doctor.ts';
import type { ServerHere } from './looking/find-server.ts';

const STATUS_WIDTH = 9;
const CHECK_WIDTH = 16;

/** What is looked at. */
export function headText({ dataFolder }: Config, server: ServerHere | null): string {
  const state =
    server === null
      ? 'no server runs here'
      : `the server runs as process ${server.pid}${server.url === null ? '' : `, at ${server.url}`}`;
  return `Data folder ${dataFolder}; ${state}.\n\n`;
}

/** A line of what was found, and one of what to do. */
export function toLines({ status, check, found, mend }: NamedFinding): string {
  const line = `${status.padEnd(STATUS_WIDTH)}${check.padEnd(CHECK_WIDTH)}${found}\n`;
  return mend === undefined ? line : `${line}${' '.repeat(STATUS_WIDTH + CHECK_WIDTH)}-> ${mend}\n`;
}

export function sumText({ ok, warn, fail, skipped }: Counts): string {
  const verdict = fail === 0 ? 'Nothing has to be mended' : `${fail} to mend`;
  return `\n${verdict}: ${ok} ok, ${warn} ${warn === 1 ? 'warning' : 'warnings'}, ${fail} failed, ${skipped} not known.\n`;
}
