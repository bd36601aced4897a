import { describe, expect, it } from 'vitest';
import { fakeEngines } from '../testing/fake-engine.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { CallObject } from './call-object.ts';
import { METHOD_NAMES, type MethodName, ruleOf } from './method-table.ts';

function createCall() {
  const engines = fakeEngines();
  return new CallObject(
    { url: 'https://kindling.test/room/a', allowMultipleCallInstances: true },
    {
      clock: new VirtualClock(),
      importEngine: engines.importEngine,
      mediaDevices: () => undefined,
      onPageHide: () => () => {},
    },
  );
}

/** The code it throws or rejects with; null: it does not. */
async function refusalOf(call: CallObject, name: MethodName, ...args: unknown[]) {
  const methods = call as unknown as Record<string, (...given: unknown[]) => unknown>;
  try {
    await methods[name]?.apply(call, args);
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
}

const named = (accepts: (name: MethodName) => boolean) => METHOD_NAMES.filter(accepts);

describe('the surface of a call object', () => {
  it.each(METHOD_NAMES)('has %s()', async (name) => {
    const call = createCall();
    expect(typeof (call as unknown as Record<string, unknown>)[name]).toBe('function');
    await call.destroy();
  });

  it.each(named((name) => ruleOf(name).time !== 'always'))(
    '%s(): use after destroy',
    async (name) => {
      const call = createCall();
      await call.destroy();
      expect(await refusalOf(call, name)).toBe('after-destroy');
    },
  );

  it.each(
    named(
      (name) =>
        ruleOf(name).time === 'joined' &&
        ruleOf(name).argumentsFirst !== true &&
        ruleOf(name).only !== 'frame',
    ),
  )('%s() only supported after join', async (name) => {
    const call = createCall();
    expect(await refusalOf(call, name)).toBe('before-join');
    await call.destroy();
  });

  it.each(named((name) => ruleOf(name).time === 'not-joined'))(
    '%s() not supported after joining a meeting',
    async (name) => {
      const call = createCall();
      await call.join();
      expect(await refusalOf(call, name)).toBe('after-join');
      await call.destroy();
    },
  );

  it.each(named((name) => ruleOf(name).only === 'frame'))(
    '%s() is of frames only',
    async (name) => {
      const call = createCall();
      expect(await refusalOf(call, name)).toBe('not-available');
      await call.destroy();
    },
  );

  it('screen sharing waits for a join', async () => {
    const call = createCall();
    expect(await refusalOf(call, 'startScreenShare')).toBe('before-join');
    await call.join();
    expect(await refusalOf(call, 'startScreenShare')).toBeNull();
    await call.destroy();
  });
});
