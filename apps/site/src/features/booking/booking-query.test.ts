import { describe, expect, it } from 'vitest';
import { widgetUrl } from '../widget/widget-url.ts';
import { readBookingQuery } from './booking-query.ts';

describe('readBookingQuery', () => {
  it('reads what the widget writes', () => {
    const url = widgetUrl(new URL('https://x.example/scheduling/demo'), {
      embedDomain: 'https://school.example',
      prefill: {
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'ann@school.example',
        date: new Date(2026, 10, 2),
        customAnswers: { a1: 'Plugins', a2: 'Hill School', a3: 'Grade 4' },
      },
      utm: { utmSource: 'mail', utmCampaign: 'fall' },
    });
    expect(readBookingQuery(new URL(url).search)).toEqual({
      name: 'Ann Lee',
      email: 'ann@school.example',
      institution: 'Hill School',
      serviceOfInterest: 'Plugins',
      note: 'Grade 4',
      date: '2026-11-02',
      utm: { utm_campaign: 'fall', utm_source: 'mail' },
      embedDomain: 'https://school.example',
    });
  });

  it('cuts what is too long and drops what is no date', () => {
    const query = readBookingQuery(
      `?name=${'x'.repeat(999)}&date=2026-02-31&utm_source=${'y'.repeat(999)}`,
    );
    expect(query.name).toHaveLength(200);
    expect(query.date).toBeNull();
    expect(query.utm.utm_source).toHaveLength(200);
  });
});
