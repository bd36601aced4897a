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
};

describe('readSiteConfig', () => {
  it('reads what the schema of protocol allows', () => {
    expect(readSiteConfig(good)).toEqual(siteConfigSchema.parse(good));
  });

  it.each(['publicKey', 'assistantId', 'assistantName', 'apiUrl'])(
    'refuses a missing %s',
    (field) => {
      const broken = { voice: { ...good.voice, [field]: undefined } };
      expect(() => readSiteConfig(broken)).toThrow(`voice.${field}`);
    },
  );

  it.each([null, 'text', {}, { voice: null }])('refuses %j', (value) => {
    expect(() => readSiteConfig(value)).toThrow('site-config.json');
  });
});
