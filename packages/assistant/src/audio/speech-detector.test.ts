import { expect, it } from 'vitest';
import { VirtualClock } from '../testing/virtual-clock.ts';
import type { VapiEmit } from '../vapi-events.ts';
import { SpeechDetector } from './speech-detector.ts';

function setUp() {
  const clock = new VirtualClock();
  const reported: string[] = [];
  const emit: VapiEmit = (name, ...args) => {
    const [volume] = args;
    reported.push(
      `${clock.now()} ${name}${typeof volume === 'number' ? ` ${volume.toFixed(2)}` : ''}`,
    );
  };
  const detector = new SpeechDetector(clock, emit);
  return { clock, reported, detector };
}

it('volume is the sum of the levels over 0.15, at most 1', () => {
  const { detector, reported } = setUp();
  detector.handleLevels({ a: 0.005, b: 0.0025 });
  detector.handleLevels({});
  detector.handleLevels({ a: 0.5 });
  expect(reported.filter((line) => line.includes('volume'))).toEqual([
    '0 volume-level 0.05',
    '0 volume-level 0.00',
    '0 volume-level 1.00',
  ]);
});

it('speech begins above 0.01 and ends after a second without it', async () => {
  const { clock, detector, reported } = setUp();
  const events = () => reported.filter((line) => !line.includes('volume'));
  detector.handleLevels({ a: 0.01 });
  expect(events()).toEqual([]);
  detector.handleLevels({ a: 0.011 });
  await clock.advance(900);
  detector.handleLevels({ a: 0.2 });
  await clock.advance(999);
  expect(events()).toEqual(['0 speech-start']);
  await clock.advance(1);
  expect(events()).toEqual(['0 speech-start', '1900 speech-end']);
  detector.handleLevels({ a: 0.2 });
  expect(events().at(-1)).toBe('1900 speech-start');
});

it('says nothing more once it is stopped', async () => {
  const { clock, detector, reported } = setUp();
  detector.handleLevels({ a: 0.2 });
  detector.stop();
  await clock.advance(5_000);
  expect(reported.some((line) => line.includes('end'))).toBe(false);
});
