import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { csvPages } from './csv-pages.ts';
import { escapeFormula } from './escape-formula.ts';

it.each([
  ...['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '|cmd', '%0a'],
  ...['＝1+1', '＋1', '－1', '＠SUM', '﹦1', '﹢1', '﹣1', '﹫a', '⁼1', '−1'],
  ...[' =1', '\u00a0=1', '\u200b=1', '\ufeff＝1', '\u3000＝1', '\u0001=1', '\u202e=1'],
])('keeps %j from being a formula', (cell) => {
  expect(escapeFormula(cell)).toBe(`'${cell}`);
});

it.each(['', 'a=b', 'me@school.example', "'=1", '3', 'für', '１２', '(1)', ' text', '"=1"'])(
  'leaves %j as it is',
  (cell) => {
    expect(escapeFormula(cell)).toBe(cell);
  },
);

it('writes no cell that another separator would part', async () => {
  const row = { createdAt: new Date(0), id: 'a;=1+1' };
  const pages = csvPages({
    columns: [
      ['id', ({ id }) => id],
      ['tab', () => 'b\t=2'],
      ['quoted', () => '＝"x",\r\n=1'],
    ],
    readPage: async (after) => (after === null ? [row] : []),
  });
  let csv = '';
  for await (const page of pages) csv += page;
  expect(csv).toContain('"a;=1+1","b\t=2"');
  expect(parse(csv)).toEqual([
    ['id', 'tab', 'quoted'],
    ['a;=1+1', 'b\t=2', '\'＝"x",\r\n=1'],
  ]);
});
