import { siteConfigSchema } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { readSiteConfig } from './site-config.ts';

const good = {
  voice: {
    publicKey: 'pk_1',
    assistantId: '4b1ff9ee-6f0b-4c8b-8a5e-0f6d3f6b2c11',
    assistantName: 'Ember',
    apiUrl: '',
  },
  leads: { url: '', anonKey: 'pk_1' },
  scheduling: { scriptUrl: '/scheduling/widget.js', link: '/scheduling/demo' },
};

describe('readSiteConfig', () => {
  it('reads what the schema of protocol allows', () => {
    expect(readSiteConfig(good)).toEqual(siteConfigSchema.parse(good));
  });

  it('reads the longest call where it is said', () => {
    const limited = { ...good, voice: { ...good.voice, maxDurationSeconds: 300 } };
    expect(readSiteConfig(limited)).toEqual(siteConfigSchema.parse(limited));
  });

  const fields = Object.entries(good).flatMap(([part, texts]) =>
    Object.keys(texts).map((name) => ({ part, name })),
  );
  it.each(fields)('refuses a missing $part.$name', ({ part, name }) => {
    const broken = structuredClone<Record<string, Record<string, unknown>>>(good);
    delete broken[part]?.[name];
    expect(() => readSiteConfig(broken)).toThrow(`${part}.${name}`);
  });

  it.each([null, 'text', {}, { voice: null }])('refuses %j', (value) => {
    expect(() => readSiteConfig(value)).toThrow('site-config.json');
  });
});
