import type { EvalToolCall } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { judgeReply } from './judge-reply.ts';
import { checkPatterns } from './patterns.ts';
import type { CalledTool } from './verdict.ts';

type Plan = Parameters<typeof judgeReply>[0];

const called = (name: string, given: Record<string, unknown> = {}): CalledTool => ({
  name,
  arguments: given,
  handoffTo: null,
});
const judge = (plan: Plan, text: string, calls: readonly CalledTool[] = []) =>
  judgeReply(plan, { text, calls: [], called: calls });
const exact = (toolCalls: EvalToolCall[]): Plan => ({ type: 'exact', toolCalls });
const regex = (toolCalls: EvalToolCall[]): Plan => ({ type: 'regex', toolCalls });

describe('words', () => {
  it.each<[Plan, string, boolean]>([
    [{ type: 'exact', content: 'We open at nine.' }, 'we open at NINE. ', true],
    [{ type: 'exact', content: 'We open at nine.' }, 'We open at nine, Ada.', false],
    [{ type: 'regex', content: 'nine|9' }, 'We open at nine.', true],
    [{ type: 'regex', content: '^nine' }, 'We open at nine.', false],
    [{ type: 'regex', content: '(?i)NINE' }, 'We open at nine.', true],
    [{ type: 'regex', content: 'NINE' }, 'We open at nine.', false],
    [{ type: 'regex', content: '.*' }, '', false],
    [{ type: 'exact', content: '' }, '', false],
  ])('by %j of %j: %s', (plan, text, passes) => {
    expect(judge(plan, text) === null).toBe(passes);
  });

  it('are reported with what was expected when they differ', () => {
    expect(judge({ type: 'exact', content: 'Yes.' }, 'No.')).toBe('Expected “Yes.” and got “No.”.');
    expect(judge({ type: 'regex', content: 'y.s' }, 'No.')).toContain('“y.s”');
  });

  it('do not count beside expected tool calls when they are empty', () => {
    const plan: Plan = { type: 'exact', content: '', toolCalls: [{ name: 'book' }] };
    expect(judge(plan, 'One moment.', [called('book')])).toBeNull();
  });
});

describe('tool calls', () => {
  const book = called('book', { date: '2031-01-20', time: '14:00', guests: { adults: 2 } });
  it.each<[string, Plan, CalledTool[], RegExp | null]>([
    ['by name', exact([{ name: 'book' }]), [book], null],
    ['by another name', exact([{ name: 'cancel' }]), [book], /a call of cancel and got book/],
    ['by all arguments', exact([{ name: 'book', arguments: { ...book.arguments } }]), [book], null],
    [
      'by another value',
      exact([{ name: 'book', arguments: { ...book.arguments, time: '2 PM' } }]),
      [book],
      /time of book.*“"2 PM"” and got “"14:00"”/,
    ],
    [
      'by a value within',
      exact([{ name: 'book', arguments: { ...book.arguments, guests: { adults: 3 } } }]),
      [book],
      /adults of guests of book/,
    ],
    ['without one', exact([{ name: 'book', arguments: { room: 1 } }]), [book], /no room/],
    [
      'with one more',
      exact([{ name: 'book', arguments: { date: '2031-01-20' } }]),
      [book],
      /time, which was not expected/,
    ],
    ['too many', exact([{ name: 'book' }]), [book, book], /1 tool call \(book\) and got 2/],
    ['none expected', exact([]), [book], /no tool call and got 1/],
    ['none expected, none made', exact([]), [], null],
    [
      'by patterns',
      regex([{ name: 'book', arguments: { date: '^\\d{4}-', guests: { adults: 2 } } }]),
      [called('look'), book],
      null,
    ],
    [
      'by a pattern that does not fit',
      regex([{ name: 'book', arguments: { time: '^15' } }]),
      [book],
      /time of book to match “\^15”/,
    ],
    [
      'in another order',
      regex([{ name: 'book' }, { name: 'look' }]),
      [called('look'), book],
      /a call of look/,
    ],
  ])('%s', (_, plan, calls, failure) => {
    const found = judge(plan, '', calls);
    if (failure === null) expect(found).toBeNull();
    else expect(found).toMatch(failure);
  });

  it('of a handoff are compared by where to, under every name that it has elsewhere', () => {
    const handoff: CalledTool = { name: 'hand_over_to_Bo', arguments: {}, handoffTo: 'Bo' };
    const to = (name: string, destination: string) =>
      judge(exact([{ name, arguments: { destination } }]), '', [handoff]);
    for (const name of ['transferToSquadMember', 'handoff_to_bo', 'handoff', 'hand_over_to_Bo'])
      expect([name, to(name, 'Bo')]).toEqual([name, null]);
    expect(to('handoff', 'Ada')).toMatch(/destination of handoff/);
    expect(to('book', 'Bo')).toMatch(/a call of book and got hand_over_to_Bo/);
  });
});

/** Where a plan has patterns that cannot be used. */
function refused(plan: Plan): string[] {
  try {
    checkPatterns(plan, 'messages.1.judgePlan');
    return [];
  } catch (error) {
    return (error as { fields: { path: string }[] }).fields.map(({ path }) => path);
  }
}

describe('patterns', () => {
  it('that cannot be used are refused by the place where they stand', () => {
    const plan: Plan = {
      type: 'regex',
      content: '(',
      toolCalls: [{ name: 'book', arguments: { date: '(?=1)', guests: { names: ['fine', '['] } } }],
    };
    const ofCall = 'messages.1.judgePlan.toolCalls.0.arguments';
    expect(refused(plan)).toEqual([
      'messages.1.judgePlan.content',
      `${ofCall}.date`,
      `${ofCall}.guests.names.1`,
    ]);
  });

  it('that stand for a million steps are refused, alone and together', () => {
    const content = 'messages.1.judgePlan.content';
    for (const large of ['(((a{30}){9}){9}){9}', `${'.{0,1000}a'.repeat(90)}x`])
      expect([large, refused({ type: 'regex', content: large })]).toEqual([large, [content]]);
    const few = { name: 'book', arguments: { date: '[a-z]{0,99}x?' } };
    expect(refused(regex([few]))).toEqual([]);
    expect(refused(regex(Array.from({ length: 50 }, () => few))).length).toBeGreaterThan(0);
  });

  it('that would take other engines for ever take no time', () => {
    expect(judge({ type: 'regex', content: '^(a+)+$' }, `${'a'.repeat(1_000)}!`)).toMatch(/match/);
  });
});
