import { expect, test } from 'vitest';
import { asksWhy } from './why.ts';

test.each(['why', 'why not', 'but why is that?', 'how come', 'okay so why though'])(
  'asks for the reason: %s',
  (turn) => expect(asksWhy(turn)).toBe(true),
);

test.each(['why does it ask back', 'why you', 'I know why', ''])(
  'asks or tells something else: %j',
  (turn) => expect(asksWhy(turn)).toBe(false),
);
