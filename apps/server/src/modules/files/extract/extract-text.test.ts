import { describe, expect, it } from 'vitest';
import { bombOf, docxOf, pdfBombOf, pdfOf } from '../../../../testing/requests/sample-files.ts';
import type { FileType } from '../file-type.ts';
import { createExtractor, type ExtractorOptions } from './extract-text.ts';

const signal = new AbortController().signal;
const read = (type: FileType, content: Buffer | string, options: ExtractorOptions = {}) =>
  createExtractor(options).extract({ orgId: 'a', type, content: Buffer.from(content), signal });

describe('the text of a file', () => {
  it('is read from a PDF, paragraph by paragraph', async () => {
    const pdf = pdfOf(['Opening hours', 'The library (north) is open until six.']);
    expect(await read('pdf', pdf)).toEqual({
      text: 'Opening hours\n\nThe library (north) is open until six.',
      truncated: false,
    });
  });

  it('is read from a Word document, with its headings', async () => {
    expect(await read('docx', docxOf('Fees &amp; fines', 'A card costs twelve euros.'))).toEqual({
      text: '# Fees & fines\n\nA card costs twelve euros.',
      truncated: false,
    });
  });

  it.each([
    ['a table with names', 'name;age\nAda;36\n\nBob;\n', 'name: Ada; age: 36.\n\nname: Bob.'],
    ['a table without', '1,2\n3,4\n', '1; 2.\n\n3; 4.'],
    ['a table with lines in a cell', 'a,b\n"1\n\n2",3\n', 'a: 1 2; b: 3.'],
    ['a ragged table', 'a,b\n1,2,3\n', 'a: 1; b: 2; 3.'],
  ])('is read from %s', async (_, csv, text) => {
    expect(await read('csv', csv)).toEqual({ text, truncated: false });
  });

  it('is read from JSON: a record an object of a list, under the names that lead to it', async () => {
    const json = {
      shop: 'North',
      items: [
        { name: 'Pen', price: 2 },
        { name: 'Ink', tags: ['a', 'b'] },
      ],
    };
    expect(await read('json', JSON.stringify(json))).toEqual({
      text: 'shop: North.\n\n# items\n\nname: Pen; price: 2.\n\nname: Ink; tags: a, b.',
      truncated: false,
    });
  });

  it.each([
    ['UTF-8', Buffer.from('Grüße, 東京')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße, 東京', 'utf16le')])],
    ['UTF-16 without a mark', Buffer.from('Grüße, 東京 and more of it', 'utf16le')],
    ['UTF-16 of the other order', Buffer.from('Grüße, 東京 and so on', 'utf16le').swap16()],
  ])('is read in %s', async (_, content) => {
    expect(await read('txt', content)).toMatchObject({
      text: expect.stringMatching(/^Grüße, 東京/),
    });
  });

  it('is read as older programs wrote it, without control characters', async () => {
    expect(await read('txt', Buffer.from('Gr\u00fc\u00dfe\u0001!', 'latin1'))).toMatchObject({
      text: 'Grüße !',
    });
  });

  it('is cut where it is too long', async () => {
    expect(await read('txt', 'abcdefgh', { mostCharacters: 5 })).toEqual({
      text: 'abcde',
      truncated: true,
    });
  });

  it.each([
    ['a broken PDF', 'pdf', '%PDF-1.4 nothing', /damaged/],
    ['a broken Word document', 'docx', docxOf('a', 'b').subarray(0, 400), /damaged/],
    ['JSON that is none', 'json', '{"a":', /not valid JSON/],
    [
      'JSON that is nested without end',
      'json',
      `${'{"a":'.repeat(99)}1${'}'.repeat(99)}`,
      /flatter/,
    ],
    ['a PDF without text', 'pdf', pdfOf([]), /no text/],
    ['nothing but spaces', 'txt', ' \n\t ', /no text/],
    ['a PDF with a password', 'pdf', pdfOf(['Secret'], true), /password/],
    ['an archive that hides how much it unpacks to', 'docx', bombOf(50_000_000), /unpacks/],
    ['a PDF that unpacks to too much', 'pdf', pdfBombOf(1_024), /unpacks/],
    ['an archive that unpacks to too much', 'docx', docxOf('a', 'b', 2 ** 31), /unpacks/],
  ] as const)('is reported missing from %s', async (_, type, content, why) => {
    expect(await read(type, content)).toEqual({ failure: expect.stringMatching(why) });
  });

  it('is the beginning of a table of 60,000 rows', async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `Pen ${row},${row % 90},blue`);
    const beginning = await read('csv', `name,price,colour\n${rows.join('\n')}\n`);
    expect(beginning).toMatchObject({ truncated: true });
    expect('text' in beginning && beginning.text.slice(0, 38)).toBe(
      'name: Pen 0; price: 0; colour: blue.\n\n',
    );
  });

  it('is given up after a while', async () => {
    expect(await read('csv', 'a,b\n'.repeat(1_000_000), { timeout: 1 })).toEqual({
      failure: expect.stringContaining('within'),
    });
  });

  it('is not read for a client who has gone', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    const extractor = createExtractor();
    const file = { orgId: 'a', type: 'txt', content: Buffer.from('a') } as const;
    await expect(extractor.extract({ ...file, signal: gone })).rejects.toThrow('gone');
    expect(await extractor.extract({ ...file, signal })).toMatchObject({ text: 'a' });
  });
});
