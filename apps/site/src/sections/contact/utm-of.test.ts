import { expect, it } from 'vitest';
import { utmOf } from './utm-of.ts';

it('passes on the five utm values of a query, and nothing else', () => {
  expect(
    utmOf(
      '?utm_source=news%20letter&utm_medium=mail&utm_campaign=fall&utm_content=b&utm_term=ai&email=x',
    ),
  ).toEqual({
    utmSource: 'news letter',
    utmMedium: 'mail',
    utmCampaign: 'fall',
    utmContent: 'b',
    utmTerm: 'ai',
  });
});

it('leaves out what is missing or empty, and cuts what is too long', () => {
  expect(utmOf('')).toEqual({});
  expect(utmOf('?utm_source=')).toEqual({});
  expect(utmOf(`?utm_term=${'x'.repeat(300)}`).utmTerm).toHaveLength(200);
});
