import { describe, expect, it } from 'vitest';
import { fillVariables } from './variables.ts';

describe('fillVariables', () => {
  it.each([
    ['Hi {{name}}.', 'Hi Ada.'],
    ['{{ name }}{{name}}', 'AdaAda'],
    ['{{missing}}!', '!'],
    ['{{toString}}', ''],
    ['{{count}} {{list}} {{none}}', '3 [1] '],
    ['{{not closed', '{{not closed'],
    ['{{cost}}', '$& {{name}}'],
  ])('%s → %s', (text, expected) => {
    const values = { name: 'Ada', count: 3, list: [1], none: null, cost: '$& {{name}}' };
    expect(fillVariables(text, values)).toBe(expected);
  });
});
