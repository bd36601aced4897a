import { parseArgs } from 'node:util';
import { readRecording } from '../../tests/support/browser/call-recorder.ts';
import { launchChromium } from '../../tests/support/browser/chromium.ts';
import { visit } from '../../tests/support/browser/visitor.ts';
import { startKindling } from '../../tests/support/server/kindling.ts';
import { storedCalls } from '../../tests/support/server/stored-calls.ts';
import { soundingStretches } from '../../tests/support/sound/listening.ts';
import { recordMicrophone, type Segment } from '../../tests/support/sound/microphone.ts';
import { median, percentile, printTable } from '../support/table.ts';

/**
 * Latency where the visitor feels it: in the browser, from the last sample of the visitor's
 * speech to the first sample of the answer, with the server's parts beside it.
 *
 *   node bench/voice-latency/run.ts [--calls 2]
 */

const questions = [
  'What is Kindling?',
  'How does the mood tracker work?',
  'Is it safe for students?',
  'How much does it cost?',
  'Who made you?',
  'What does prompt hero do?',
  'Do you train teachers?',
  'Where are you based?',
  'What is the AI tutor?',
  'Are you a real person?',
];

const { values } = parseArgs({ options: { calls: { type: 'string', default: '2' } } });
const PAUSE = 15_000;

const segments: Segment[] = [{ pause: 12_000 }];
for (const question of questions) segments.push({ say: question }, { pause: PAUSE });
const microphone = recordMicrophone(segments);

const kindling = await startKindling();
const felt: number[] = [];
try {
  for (let call = 0; call < Number(values.calls); call += 1) felt.push(...(await holdCall()));
  const calls = await storedCalls(kindling, 'ended');
  const timings = calls.flatMap((call) => call.artifact?.turnTimings ?? []);
  const part = (
    name: 'endpointing' | 'transcriber' | 'model' | 'voice' | 'transport' | 'total',
  ) => {
    const all = timings.map((timing) => timing[name]);
    return [median(all), percentile(all, 0.95)] as const;
  };
  console.log(`\n${felt.length} answers in ${calls.length} calls; milliseconds\n`);
  printTable(
    ['', 'median', 'p95'],
    [
      [
        'felt in the browser: last speech sample to first answer sample',
        median(felt),
        percentile(felt, 0.95),
      ],
      ['  the server: last voiced sample to first packet', ...part('total')],
      ['    endpointing (deciding that the turn is over)', ...part('endpointing')],
      ['    transcriber (beyond what ran during the pause)', ...part('transcriber')],
      ['    model, to the first sentence', ...part('model')],
      ['    voice, to the first audio', ...part('voice')],
      ['    transport, to the first packet', ...part('transport')],
      [
        '  the rest: network, jitter buffers, both sound devices',
        median(felt) - part('total')[0],
        Number.NaN,
      ],
    ],
  );
} finally {
  await kindling.stop();
}

async function holdCall(): Promise<number[]> {
  const browser = await launchChromium({ microphone });
  try {
    const visitor = await visit(browser, kindling.url);
    await visitor.startCall();
    await visitor.page.waitForTimeout(12_000 + questions.length * (PAUSE + 2_500));
    const recording = await readRecording(visitor.page);
    await visitor.endCall();
    const answers = soundingStretches(recording.agent);
    return soundingStretches(recording.microphone, { bridge: 0.8 }).flatMap(({ end }) => {
      const answer = answers.find((stretch) => stretch.start > end);
      const gap = answer === undefined ? Number.POSITIVE_INFINITY : (answer.start - end) * 1000;
      // An answer that never came must not vanish from the figures.
      return [Number.isFinite(gap) && gap < PAUSE ? gap : PAUSE];
    });
  } finally {
    await browser.close();
  }
}
