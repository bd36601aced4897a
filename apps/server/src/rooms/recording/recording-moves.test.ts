import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { createRecordingMoves } from './recording-moves.ts';
import type { RecordingStore } from './recording-store.ts';

const log = pino({ level: 'silent' });

/** Recordings that lie here, by what the database says of them; null: nothing. */
function setUp(statuses: Readonly<Record<string, string | null>>) {
  const clock = createManualClock();
  const moved: string[] = [];
  const removed: string[] = [];
  const moves = createRecordingMoves({
    clock,
    log,
    store: {
      read: async (id) => {
        const status = statuses[id] ?? null;
        return status === null ? null : ({ status } as Awaited<ReturnType<RecordingStore['read']>>);
      },
    },
    files: { remove: async (id) => void removed.push(id) },
    unmoved: {
      list: async () => Object.keys(statuses),
      move: async (id) => void moved.push(id),
    },
  });
  return { clock, moved, removed, moves };
}

it('moves what is done, and neither what goes on nor what is another database’s', async () => {
  const { moved, removed, moves } = setUp({
    foreign: null,
    running: 'recording',
    composed: 'processing',
    cut: 'failed',
    last: 'finished',
  });
  await moves.resume();
  await expect.poll(() => moved).toContain('last');
  expect([moved, removed]).toEqual([['cut', 'last'], []]);
  await moves.close();
});

it('removes what this process wrote and another server deleted', async () => {
  const { moved, removed, moves } = setUp({ deleted: null });
  moves.enqueue('deleted');
  await expect.poll(() => removed).toEqual(['deleted']);
  expect(moved).toEqual([]);
  await moves.close();
});

it('begins nothing once it is closed', async () => {
  const { moved, moves } = setUp({ one: 'finished' });
  await moves.close();
  moves.enqueue('one');
  await moves.resume();
  await moves.close();
  expect(moved).toEqual([]);
});
