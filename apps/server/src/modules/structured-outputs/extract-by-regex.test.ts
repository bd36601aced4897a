import { describe, expect, it } from 'vitest';
import { extractByRegex } from './extract-by-regex.ts';

const TEXT = 'AI: Your order?\nUser: Order A-12 and order B-7, for 1,250.50 pounds.';
const find = (regex: string, schema: Record<string, unknown>) =>
  extractByRegex({ regex, schema }, TEXT);

describe('what a regex finds', () => {
  it.each([
    ['boolean', '(?i)pounds', { type: 'boolean' }, true],
    ['boolean', 'euros', { type: 'boolean' }, false],
    ['string', '[A-Z]-\\d+', { type: 'string' }, 'A-12'],
    ['string', 'euros', { type: 'string' }, null],
    ['string', '/order ([a-z]-\\d+)/i', { type: 'string' }, 'A-12'],
    ['string', '/^user: (\\w+)/im', { type: 'string' }, 'Order'],
    ['number', 'for ([\\d,.]+) pounds', { type: 'number' }, 1_250.5],
    ['integer', '[AB]-(\\d+)', { type: 'integer' }, 12],
    ['array', '/[ab]-\\d+/gi', { type: 'array' }, ['A-12', 'B-7']],
    ['array', '-(\\d+)', { type: 'array', items: { type: 'integer' } }, [12, 7]],
    ['array', 'euros', { type: 'array' }, []],
  ])('is a %s of %s', (_, regex, schema, found) => {
    expect(find(regex, schema)).toEqual(found);
  });

  it('is looked for in the end of what is very long for it', () => {
    const words = ['visit', 'tour', 'fees', ...Array.from({ length: 100 }, (_, at) => `no${at}`)];
    const regex = words.join('|');
    const long = `fees ${'and so on, '.repeat(10_000)} visit`;
    const found = extractByRegex({ regex, schema: { type: 'array' } }, long);
    expect(found).toEqual(['visit']);
  });

  it('is nothing of a regex that stands for too many steps', () => {
    expect(() => find('(a{100}){100}', { type: 'boolean' })).toThrow('too large');
  });

  it('is none where it is no number', () => {
    expect(() => find('order', { type: 'number' })).toThrow('no number');
  });
});
