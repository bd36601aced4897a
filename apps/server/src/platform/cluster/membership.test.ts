import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../testing/server/manual-clock.ts';
import { DEAD_AFTER } from './heartbeat.ts';
import { createMembership, type Membership } from './membership.ts';
import type { NodeRow } from './node-rows.ts';

const row = (id: number, beat: string): NodeRow => ({
  id,
  beat,
  name: `node-${id}`,
  address: `http://10.0.0.${id}`,
  draining: false,
  calls: 0,
  capacity: 20,
  version: '0.1.0',
  is_own: id === 1,
});

describe('what a node knows of the others', () => {
  let clock: ManualClock;
  let members: Membership;
  let since: number;
  const observe = (...rows: NodeRow[]) => members.observe(rows, since);

  beforeEach(() => {
    clock = createManualClock();
    members = createMembership(clock);
    since = clock.now();
  });

  it('takes a beat that stays the same for six seconds for silence', () => {
    observe(row(1, 'a'), row(2, 'a'));
    clock.advance(DEAD_AFTER - 1);
    expect(observe(row(1, 'b'), row(2, 'a')).silent).toEqual([]);
    clock.advance(1);
    expect(observe(row(1, 'c'), row(2, 'a')).silent).toEqual([2]);
  });

  it('counts anew from a new beat', () => {
    observe(row(2, 'a'));
    clock.advance(DEAD_AFTER - 1);
    observe(row(2, 'b'));
    clock.advance(DEAD_AFTER - 1);
    expect(observe(row(2, 'b')).silent).toEqual([]);
  });

  it('counts anew on a new connection: postgresql-was-away', () => {
    observe(row(1, 'a'), row(2, 'a'));
    clock.advance(60_000);
    since = clock.now();
    expect(observe(row(1, 'b'), row(2, 'a')).silent).toEqual([]);
    clock.advance(DEAD_AFTER - 1);
    expect(observe(row(1, 'c'), row(2, 'a')).silent).toEqual([]);
  });

  it('says when a row is gone', () => {
    expect(observe(row(1, 'a'), row(2, 'a')).isNodeGone).toBe(false);
    expect(observe(row(1, 'b')).isNodeGone).toBe(true);
    expect(observe(row(1, 'c')).isNodeGone).toBe(false);
  });

  it('watches in a ring, each one other', () => {
    observe(row(1, 'a'));
    expect(members.before(1)).toBeNull();
    observe(row(9, 'a'), row(1, 'a'), row(4, 'a'));
    expect([1, 4, 9].map((own) => members.before(own))).toEqual([9, 1, 4]);
  });
});
