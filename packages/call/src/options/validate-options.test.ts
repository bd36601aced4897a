import { describe, expect, it } from 'vitest';
import { validateOptions } from './validate-options.ts';

describe('validateOptions', () => {
  it.each([
    [{ url: 'http://localhost:8787/room/a' }],
    [{ userData: { a: 'x'.repeat(4_096 - 8) } }],
    [{ audioSource: 'device-id', videoSource: false }],
    [{ audioSource: { kind: 'audio', readyState: 'live' } }],
    [{ dailyConfig: { avoidEval: true } }],
    [{ userName: undefined }],
    [{ token: undefined }],
    [{ startAudioOff: 'yes' }],
    [{ aboutClient: { 'daily-react': '0.26.0' } }],
    [{ aboutClient: null }],
  ])('accepts %j', (options) => {
    expect(() => validateOptions(options)).not.toThrow();
  });

  it.each([
    [{ nonsense: 1 }, "unrecognized property 'nonsense'"],
    [{ toString: 1 }, "unrecognized property 'toString'"],
    [{ url: 'not a url' }, "property 'url'"],
    [{ url: 'javascript:alert(1)' }, "property 'url'"],
    [{ userData: { a: 'x'.repeat(4_096 - 7) } }, '4096'],
    [{ userData: 1n }, "property 'userData'"],
    [{ theme: { colors: { accent: 'red' } } }, "'theme': 'colors': 'accent': must be a hex colour"],
    [{ dailyConfig: { camSimulcastEncodings: [] } }, "'camSimulcastEncodings'"],
    [{ audioSource: 5 }, "property 'audioSource'"],
    [{ aboutClient: 'daily-react' }, "property 'aboutClient'"],
    [{ aboutClient: { 'daily react': '0.26.0' } }, "property 'aboutClient'"],
    [{ aboutClient: { version: 26 } }, "property 'aboutClient'"],
    [{ aboutClient: { version: 'x'.repeat(257) } }, "property 'aboutClient'"],
  ])('refuses %#', (options, words) => {
    expect(() => validateOptions(options)).toThrow(words);
  });
});
