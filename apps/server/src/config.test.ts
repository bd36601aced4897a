import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

describe('readConfig', () => {
  it('needs nothing', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: null, host: '127.0.0.1', databaseUrl: null, llm: null });
    expect(config.dataFolder).toMatch(/[\\/]data$/);
  });

  it('counts an empty value as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: null,
      databaseUrl: null,
    });
  });

  it('reads what is given', () => {
    const config = readConfig({
      PORT: '80',
      PUBLIC_URL: 'https://school.example/',
      ICE_SERVERS: '[{"urls":"stun:stun.example.org"}]',
      LLM_BASE_URL: 'http://127.0.0.1:11434/v1',
      LLM_MODEL: 'small',
    });
    expect(config.port).toBe(80);
    expect(config.publicUrl).toBe('https://school.example');
    expect(config.media.iceServers).toEqual([{ urls: 'stun:stun.example.org' }]);
    expect(config.llm).toEqual({
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: null,
      model: 'small',
    });
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'school.example'],
    ['DATABASE_URL', 'mysql://somewhere'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', '-1'],
    ['UDP_PORT', '1.5'],
    ['MEDIA_PUBLIC_ADDRESS', 'example.org'],
    ['ICE_SERVERS', 'stun:stun.example.org'],
    ['MAX_CALLS', '0'],
    ['REQUIRE_ORIGIN', 'maybe'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('asks for the model of an endpoint, and names all that is wrong', () => {
    expect(() => readConfig({ LLM_BASE_URL: 'http://127.0.0.1:1' })).toThrow('LLM_MODEL');
    expect(() => readConfig({ PORT: 'x', MAX_CALLS: 'y' })).toThrow(/PORT[\s\S]*MAX_CALLS/);
  });
});
