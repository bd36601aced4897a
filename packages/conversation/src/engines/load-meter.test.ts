import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { createLoadMeter, createMachineLoadMeter } from './load-meter.ts';

function startMeter() {
  const machine = { now: 0, used: 0 };
  const meter = createLoadMeter({
    cores: 2,
    now: () => machine.now,
    used: () => machine.used,
  });
  function pass(share: number, seconds: number) {
    machine.now += 1_000 * seconds;
    machine.used += 1_000 * seconds * share;
  }
  return {
    meter,
    pass,
    /** Takes so much of one core, for so many seconds, looked at twice a second. */
    work(share: number, seconds: number) {
      for (let half = 0; half < 2 * seconds; half += 1) {
        pass(share, 0.5);
        void meter.isBusy;
      }
    },
  };
}

it('is not busy at the beginning, nor after a burst of one core', () => {
  const { meter, work } = startMeter();
  expect(meter.isBusy).toBe(false);
  work(1, 1);
  expect(meter.isBusy).toBe(false);
});

it('is busy while a third of all cores is taken, and some seconds later no more', () => {
  const { meter, work } = startMeter();
  work(0.7, 20);
  expect(meter.isBusy).toBe(true);
  work(0, 5);
  expect(meter.isBusy).toBe(false);
});

it('is never busy with less', () => {
  const { meter, work } = startMeter();
  work(0.55, 60);
  expect(meter.isBusy).toBe(false);
});

it('counts a long time without a look for what it was', () => {
  const { meter, pass } = startMeter();
  pass(1.5, 60);
  expect(meter.isBusy).toBe(true);
  pass(0, 60);
  expect(meter.isBusy).toBe(false);
});

it('tells which share of all cores is taken', () => {
  const { meter, pass } = startMeter();
  pass(1, 60);
  expect(meter.share).toBeCloseTo(0.5, 3);
});

it('tells what other processes take', async () => {
  const [own, machine] = [createLoadMeter(), createMachineLoadMeter()];
  const other = spawn(process.execPath, ['-e', 'for (;;);']);
  onTestFinished(() => void other.kill());
  const hasSeen = () => machine.share > own.share + 0.1 / availableParallelism();
  await expect.poll(hasSeen, { interval: 600 }).toBe(true);
});
