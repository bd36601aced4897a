import { readFileSync } from 'node:fs';
import { median, percentile, printTable } from '../support/table.ts';
import type { Role } from './kill.ts';
import type { Outcome } from './outcome.ts';

/** One line of the results: what a kill did to one call. */
export interface Result {
  readonly index: number;
  readonly moment: string;
  readonly whole: boolean;
  readonly role: Role;
  /** Epoch ms. */
  readonly killedAt: number;
  readonly outcome: Outcome;
}

export function readResults(path: string): Result[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Result);
}

const HEADS = [
  ...['moment', 'kills', 'calls', 'back, median', 'heard, median', 'p95', 'max'],
  ...['over 5 s', 'with faults'],
];

export function printResults(results: readonly Result[]): void {
  const of = (role: Role) => results.filter((one) => one.role === role);
  const moments = [...new Set(results.map(({ moment }) => moment))];
  console.log('\nlast heard of the agent, or the kill, to the agent heard again; milliseconds\n');
  printTable(HEADS, [
    ...moments.map((name) =>
      row(
        name,
        of('subject').filter(({ moment }) => moment === name),
      ),
    ),
    row('the other call meanwhile', of('bystander')),
    row(
      'all: the server process killed',
      results.filter(({ whole }) => !whole),
    ),
    row(
      'all: its media process with it',
      results.filter(({ whole }) => whole),
    ),
    row('all', results),
  ]);
  for (const { index, moment, role, whole, outcome } of results)
    for (const fault of outcome.faults)
      console.log(`kill ${index}, ${moment}, ${role}${whole ? ', whole' : ''}: ${fault}`);
}

function row(label: string, results: readonly Result[]): (string | number)[] {
  const gaps = results.flatMap(({ outcome }) => outcome.gap ?? []);
  const back = results.flatMap(({ outcome }) => outcome.backAfter ?? []);
  const faulty = results.filter(({ outcome }) => outcome.faults.length > 0);
  return [
    label,
    String(new Set(results.map(({ index }) => index)).size),
    String(results.length),
    ...[median(back), median(gaps), percentile(gaps, 0.95), Math.max(...gaps, 0)],
    ...[String(gaps.filter((gap) => gap > 5_000).length), String(faulty.length)],
  ];
}
