import { describe, expect, it } from 'vitest';
import { createCircuit } from './circuit.ts';

function createRun() {
  let now = 0;
  const circuit = createCircuit({ now: () => now, failures: 2, rest: 30_000 });
  return {
    circuit,
    pass(time: number) {
      now += time;
    },
    /** Whether it was asked. */
    ask(result: 'succeed' | 'fail' | 'leave'): boolean {
      const pass = circuit.enter();
      pass?.[result]();
      return pass !== null;
    },
  };
}

describe('a circuit', () => {
  it('opens at the second failure in a row', () => {
    const { ask } = createRun();
    expect([ask('fail'), ask('succeed'), ask('fail'), ask('fail'), ask('fail')]).toEqual([
      ...[true, true, true, true],
      false,
    ]);
  });

  it('lets one request try after the rest, and closes when that succeeds', () => {
    const { ask, pass, circuit } = createRun();
    ask('fail');
    ask('fail');
    pass(29_999);
    expect(ask('succeed')).toBe(false);
    pass(1);
    const trial = circuit.enter();
    expect(trial).not.toBeNull();
    expect(circuit.enter()).toBeNull();
    trial?.succeed();
    expect([ask('fail'), ask('succeed')]).toEqual([true, true]);
  });

  it('rests again when the trial fails', () => {
    const { ask, pass } = createRun();
    ask('fail');
    ask('fail');
    pass(30_000);
    expect([ask('fail'), ask('succeed')]).toEqual([true, false]);
    pass(30_000);
    expect(ask('succeed')).toBe(true);
  });

  it('lets another try when the trial was given up', () => {
    const { ask, pass } = createRun();
    ask('fail');
    ask('fail');
    pass(30_000);
    expect([ask('leave'), ask('succeed'), ask('succeed')]).toEqual([true, true, true]);
  });

  it('lets one request try at once when the provider is known to be well again', () => {
    const { ask, circuit } = createRun();
    ask('fail');
    ask('fail');
    circuit.recover();
    expect([ask('fail'), ask('succeed')]).toEqual([true, false]);
    circuit.recover();
    expect([ask('succeed'), ask('fail'), ask('succeed')]).toEqual([true, true, true]);
  });

  it('forgets a failure before the provider was well again', () => {
    const { ask, circuit } = createRun();
    ask('fail');
    circuit.recover();
    expect([ask('fail'), ask('succeed')]).toEqual([true, true]);
  });

  it('counts a request once', () => {
    const { circuit, ask } = createRun();
    const pass = circuit.enter();
    pass?.fail();
    pass?.fail();
    pass?.leave();
    expect(ask('succeed')).toBe(true);
  });
});
