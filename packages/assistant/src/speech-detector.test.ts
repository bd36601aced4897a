import { expect, it } from 'vitest';
import { SpeechDetector } from './speech-detector.ts';
import { VirtualClock } from './testing/virtual-clock.ts';

function setUp() {
  const clock = new VirtualClock();
  const told: string[] = [];
  const detector = new SpeechDetector(clock, {
    onVolume: (volume) => told.push(`${clock.now()} volume ${volume.toFixed(2)}`),
    onSpeechStart: () => told.push(`${clock.now()} start`),
    onSpeechEnd: () => told.push(`${clock.now()} end`),
  });
  return { clock, told, detector };
}

it('volume is the sum of the levels over 0.15, at most 1', () => {
  const { detector, told } = setUp();
  detector.handleLevels({ a: 0.005, b: 0.0025 });
  detector.handleLevels({});
  detector.handleLevels({ a: 0.5 });
  expect(told.filter((line) => line.includes('volume'))).toEqual([
    '0 volume 0.05',
    '0 volume 0.00',
    '0 volume 1.00',
  ]);
});

it('speech begins above 0.01 and ends after a second without it', async () => {
  const { clock, detector, told } = setUp();
  const events = () => told.filter((line) => !line.includes('volume'));
  detector.handleLevels({ a: 0.01 });
  expect(events()).toEqual([]);
  detector.handleLevels({ a: 0.011 });
  await clock.advance(900);
  detector.handleLevels({ a: 0.2 });
  await clock.advance(999);
  expect(events()).toEqual(['0 start']);
  await clock.advance(1);
  expect(events()).toEqual(['0 start', '1900 end']);
  detector.handleLevels({ a: 0.2 });
  expect(events().at(-1)).toBe('1900 start');
});

it('says nothing more once it is stopped', async () => {
  const { clock, detector, told } = setUp();
  detector.handleLevels({ a: 0.2 });
  detector.stop();
  await clock.advance(5_000);
  expect(told.some((line) => line.includes('end'))).toBe(false);
});
