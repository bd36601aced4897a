import { describe, expect, it } from 'vitest';
import { widgetUrl } from './widget-url.ts';

const page = new URL('https://book.example/scheduling/demo');
const embedDomain = 'https://school.example';

describe('widgetUrl', () => {
  it('says who embeds it', () => {
    expect(widgetUrl(page, { embedDomain })).toBe(
      'https://book.example/scheduling/demo?embed_type=Inline&embed_domain=https%3A%2F%2Fschool.example',
    );
  });

  it('keeps the documented order, whatever order it is given', () => {
    const url = widgetUrl(page, {
      embedDomain,
      utm: {
        utmTerm: 't',
        utmSource: 's',
        utmCampaign: 'c',
        utmMedium: 'm',
        utmContent: 'o',
        salesforce_uuid: 'u',
      },
      prefill: {
        a2: 'two',
        customAnswers: { a1: 'one', a10: 'ten' },
        date: new Date(2026, 10, 2, 23, 30),
        email: 'ann@school.example',
        guests: ['b@x.example', 'c@x.example'],
        lastName: 'Lee',
        firstName: 'Ann',
        location: 'here',
        name: 'Ann Lee',
      },
    });
    expect([...new URL(url).searchParams]).toEqual([
      ['name', 'Ann Lee'],
      ['location', 'here'],
      ['first_name', 'Ann'],
      ['last_name', 'Lee'],
      ['guests', 'b@x.example,c@x.example'],
      ['email', 'ann@school.example'],
      ['date', '2026-11-02'],
      ['utm_campaign', 'c'],
      ['utm_source', 's'],
      ['utm_medium', 'm'],
      ['utm_content', 'o'],
      ['utm_term', 't'],
      ['salesforce_uuid', 'u'],
      ['embed_type', 'Inline'],
      ['embed_domain', embedDomain],
      ['a1', 'one'],
      ['a2', 'two'],
      ['a10', 'ten'],
    ]);
  });

  it('adds to a query and keeps a fragment', () => {
    const url = widgetUrl(new URL('https://cal.example/x?month=2026-11#top'), { embedDomain: 'h' });
    expect(url).toBe('https://cal.example/x?month=2026-11&embed_type=Inline&embed_domain=h#top');
  });

  it('escapes what was typed', () => {
    const url = widgetUrl(page, { embedDomain, prefill: { name: 'A&b=c #1' } });
    expect(new URL(url).searchParams.get('name')).toBe('A&b=c #1');
  });
});
