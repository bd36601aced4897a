import { describe, expect, it } from 'vitest';
import { embedderOrigin } from './embedder.ts';

const clues = { embedDomain: 'https://school.example', ancestorOrigins: null, referrer: '' };

describe('embedderOrigin', () => {
  it('takes the origin that the query and the browser agree on', () => {
    expect(embedderOrigin({ ...clues, ancestorOrigins: ['https://school.example'] })).toBe(
      'https://school.example',
    );
    expect(embedderOrigin({ ...clues, referrer: 'https://school.example/page' })).toBe(
      'https://school.example',
    );
    expect(
      embedderOrigin({
        ...clues,
        embedDomain: 'school.example',
        referrer: 'https://school.example/',
      }),
    ).toBe('https://school.example');
    expect(
      embedderOrigin({ ...clues, embedDomain: '1', referrer: 'https://school.example/' }),
    ).toBe('https://school.example');
  });

  it('refuses a query that the browser contradicts', () => {
    expect(embedderOrigin({ ...clues, ancestorOrigins: ['https://evil.example'] })).toBeNull();
    expect(embedderOrigin({ ...clues, referrer: 'https://evil.example/' })).toBeNull();
    expect(
      embedderOrigin({
        ...clues,
        embedDomain: 'school.example',
        referrer: 'https://evil.example/',
      }),
    ).toBeNull();
  });

  it('believes a whole origin where the browser says nothing, and nothing less', () => {
    expect(embedderOrigin(clues)).toBe('https://school.example');
    expect(embedderOrigin({ ...clues, ancestorOrigins: ['null'] })).toBe('https://school.example');
    expect(embedderOrigin({ ...clues, embedDomain: 'school.example' })).toBeNull();
    expect(embedderOrigin({ ...clues, embedDomain: '1' })).toBeNull();
    expect(
      embedderOrigin({ ...clues, embedDomain: null, referrer: 'https://school.example/' }),
    ).toBeNull();
    expect(embedderOrigin({ ...clues, embedDomain: 'javascript:alert(1)' })).toBeNull();
  });
});
