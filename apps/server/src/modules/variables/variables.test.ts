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
    ['{{customer.name}}{{customer.age}}', 'Bea'],
    ['{{a.b}}', 'whole'],
    ['{{customer.toString}}{{name.length}}{{.name}}', ''],
    ['{{cost}}', '$& {{name}}'],
  ])('%s → %s', (text, expected) => {
    const more = { customer: { name: 'Bea' }, a: { b: 'within' }, 'a.b': 'whole' };
    const values = { name: 'Ada', count: 3, list: [1], none: null, ...more, cost: '$& {{name}}' };
    expect(fillVariables(text, values)).toBe(expected);
  });
});
