import { describe, expect, it } from 'vitest';
import { endpointingRules, endpointingWarnings } from './endpointing-rules.ts';

const ignoreCase = [{ type: 'ignore-case', enabled: true }];

describe('endpointing rules', () => {
  it('wait as the first that fits says', () => {
    const waitFor = endpointingRules([
      { type: 'assistant', regex: 'phone number', regexOptions: ignoreCase, timeoutSeconds: 3 },
      { type: 'customer', regex: '^(yes|no)\\W*$', regexOptions: ignoreCase, timeoutSeconds: 0.2 },
      { type: 'both', assistantRegex: 'name', customerRegex: 'is$', timeoutSeconds: 2 },
    ]);
    const wait = (caller: string, assistant = '') => waitFor({ caller, assistant });
    expect(wait('five', 'What is your Phone Number?')).toBe(3_000);
    expect(wait('Yes.')).toBe(200);
    expect(wait('my name is', 'What is your name?')).toBe(2_000);
    expect(wait('my name is')).toBeUndefined();
    expect(wait('it depends', 'What is your name?')).toBeUndefined();
  });

  it('take a moment whatever they say and whatever is said', () => {
    const waitFor = endpointingRules([{ type: 'customer', regex: '^(a+)+$', timeoutSeconds: 1 }]);
    // An engine that goes back would not be done with this before the end of the world.
    expect(waitFor({ caller: `${'a'.repeat(1_900)}!`, assistant: '' })).toBeUndefined();
    expect(waitFor({ caller: 'a'.repeat(1_900), assistant: '' })).toBe(1_000);
  });

  it('that cannot be used are named, and left out', () => {
    const rules = [
      { type: 'customer', regex: '(?=x)', timeoutSeconds: 1 },
      { type: 'customer', regex: '(', timeoutSeconds: 1 },
      { type: 'nobody', regex: 'a', timeoutSeconds: 1 },
      { type: 'both', assistantRegex: 'a', timeoutSeconds: 1 },
      { type: 'customer', regex: 'a', timeoutSeconds: 1 },
    ];
    expect(endpointingWarnings(rules).map(({ path }) => path.split('.').at(-1))).toEqual([
      ...['0', '1', '2', '3'],
    ]);
    expect(endpointingRules(rules)({ caller: 'a', assistant: '' })).toBe(1_000);
  });

  it('that stand for a million steps are not even compiled, whatever hides it', () => {
    const large = [
      `${'.{0,1000}a'.repeat(90)}x`,
      '(((a{30}){9}){9}){9}',
      `(${'a'.repeat(900)}[(]){999}`,
      `(${'b'.repeat(900)}\\(){999}`,
      '\\Q(\\E{1000}',
      `(?:${'c'.repeat(900)}){500,}`,
    ].map((regex) => ({ type: 'customer', regex, timeoutSeconds: 1 }));
    const phone = {
      type: 'customer',
      regex: '^\\d{3}[-. ]?\\d{3}[-. ]?\\d{4}$',
      timeoutSeconds: 2,
    };
    expect(
      endpointingWarnings([...large, phone]).map(({ path }) => path.split('.').at(-1)),
    ).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(endpointingRules([...large, phone])({ caller: '555-867-5309', assistant: '' })).toBe(
      2_000,
    );
    const many = Array.from({ length: 50 }, () => ({ ...phone, regex: '[a-z]{0,99}x?' }));
    expect(endpointingWarnings(many).length).toBeGreaterThan(0);
  });
});
