import { expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';

const idsOf = ({ entries }: ReturnType<typeof say>) => entries.map(({ id }) => id);

it.each(['like what', 'such as?', 'can you give me an example'])(
  'knows what examples there are of what it just said: %s',
  (turn) => expect(idsOf(say('do you build custom stuff', turn))).toEqual(['plugins-examples']),
);

it('has no examples of what it did not answer', () =>
  expect(idsOf(say('What is the weather today?', 'like what'))).not.toContain('plugins-examples'));
