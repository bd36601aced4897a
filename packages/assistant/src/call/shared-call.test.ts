import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCall } from '../testing/fake-call.ts';
import { type HandedOut, listenTo, setUpVapi } from '../testing/vapi-world.ts';

const handed = vi.hoisted(() => ({ calls: [], options: [] }) as HandedOut);

vi.mock('@kindling/call', async (original) => ({
  ...(await original<typeof import('@kindling/call')>()),
  preloadVoiceCall: async () => {},
  createCallObject: () => {
    const call = new FakeCall();
    handed.calls.push(call);
    return call;
  },
}));

beforeEach(() => Object.assign(handed, { calls: [] }));
afterEach(() => vi.unstubAllGlobals());

/** Lets go of everything that nobody holds: what is held weakly stays until the turn is over. */
async function letGo() {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let turn = 0; turn < 3; turn += 1) {
    await setImmediate();
    collect();
  }
}

describe('a-client-per-render', () => {
  it('listened to the first, started the second, stopped the third: one call', async () => {
    const { make, names } = setUpVapi();
    const second = make();
    const third = make();
    expect(await second.start('a1')).not.toBeNull();
    expect(await third.start('a1')).toBeNull();
    third.setMuted(true);
    expect(second.isMuted()).toBe(true);
    third.stop();
    expect(names).toEqual(['call-start-success', 'call-end']);
    expect(handed.calls).toHaveLength(1);
    expect(handed.calls[0]?.done.at(-1)).toEqual(['destroy']);
  });

  it('the one that is listened to is not let go of, although the page has forgotten it', async () => {
    const { vapi, make } = setUpVapi();
    vapi.removeAllListeners();
    const listened = () => listenTo(make());
    const { names } = listened();
    await make().start('a1');
    await letGo();
    make().stop();
    expect(names).toEqual(['call-start-success', 'call-end']);
  });

  it('the listeners moved to a later one, as effects do: it stops the call, and hears of it', async () => {
    const { vapi, make } = setUpVapi();
    await vapi.start('a1');
    vapi.removeAllListeners();
    const later = make();
    const { names } = listenTo(later);
    later.stop();
    expect(names).toEqual(['call-end']);
  });
});

describe('strict-mode', () => {
  it('mounted, unmounted, mounted: the first start comes to nothing, the second is the call', async () => {
    const { vapi, make, names } = setUpVapi();
    const first = vapi.start('a1');
    vapi.stop();
    const again = make();
    const { names: namesAgain } = listenTo(again);
    const second = again.start('a1');
    expect(await first).toBeNull();
    expect(await second).not.toBeNull();
    expect([names, namesAgain]).toEqual([[], ['call-start-success']]);
    expect(handed.calls).toHaveLength(1);
    again.stop();
  });
});

describe('two parts of a page', () => {
  it('that both listen keep to their own: the other one’s end hangs up nothing', async () => {
    const { vapi, make, names } = setUpVapi();
    const other = make();
    const { names: othersNames } = listenTo(other);
    await vapi.start('a1');
    other.stop();
    other.removeAllListeners();
    other.stop();
    expect(() => other.setMuted(true)).toThrow('Call object is not available');
    expect(names).toEqual(['call-start-success']);
    expect(othersNames).toEqual([]);
    expect(await other.start('a1')).toBeNull();
    vapi.stop();
    expect(names).toEqual(['call-start-success', 'call-end']);
  });

  it('with another token have a line of their own', async () => {
    const { vapi } = setUpVapi();
    await vapi.start('a1');
    const other = setUpVapi();
    other.vapi.removeAllListeners();
    other.vapi.stop();
    expect(vapi.getDailyCallObject()).not.toBeNull();
    vapi.stop();
  });
});
