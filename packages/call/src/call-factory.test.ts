import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCallObject, getCallInstance, version } from './call-factory.ts';

afterEach(async () => {
  for (let one = getCallInstance(); one !== undefined; one = getCallInstance()) await one.destroy();
});

describe('call objects of a page', () => {
  it('are one at a time', () => {
    createCallObject();
    expect(() => createCallObject()).toThrow('Duplicate DailyIframe instances are not allowed');
  });

  it('are several where that is allowed, each with its id', () => {
    const first = createCallObject();
    const second = createCallObject({ allowMultipleCallInstances: true });
    expect(getCallInstance()).toBe(first);
    expect(getCallInstance(second.callClientId)).toBe(second);
    expect(getCallInstance('nobody')).toBeUndefined();
  });

  it('only warn of a second one without strict mode', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    createCallObject();
    createCallObject({ strictMode: false });
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('may be destroyed and made again at once: React mounts everything twice', () => {
    for (let times = 0; times < 3; times += 1) {
      const call = createCallObject();
      void call.destroy();
      expect(call.isDestroyed()).toBe(true);
    }
    expect(getCallInstance()).toBeUndefined();
  });

  it('are not kept when they were refused', () => {
    expect(() => createCallObject({ theme: { colors: { accent: 'red' } } })).toThrow("'theme'");
    expect(getCallInstance()).toBeUndefined();
  });
});

it('says which surface it follows', () => {
  expect(version()).toBe('0.80.0');
});
