/**
 * What the local speech engines cost: `node bench/engines/run.ts`. Medians of several runs; nothing is
 * read but the weights, and nothing leaves the machine.
 */
import { createLocalEngines, type LocalEngines } from '@kindling/conversation';
import { median, percentile, printTable, timed } from './measure.ts';

const RATE = 16_000;
const RUNS = 9;
const SHORT = 'I can book a short demo for you.';
const LONG =
  'Every teacher can see how the class is doing, and every student has a patient tutor to ask.';

const rows: string[][] = [];
const add = (what: string, value: number, unit = 'ms', note = '') =>
  rows.push([what, `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`, note]);

async function speak(engines: LocalEngines, text: string, speed?: number) {
  const samples: number[] = [];
  let first = 0;
  const start = performance.now();
  const request = speed === undefined ? { text } : { text, speed };
  for await (const chunk of engines.voice.synthesize(request)) {
    first ||= performance.now() - start;
    for (const sample of chunk) samples.push(sample / 32_768);
  }
  return { first, pcm: Float32Array.from(samples) };
}

async function measureVoice(engines: LocalEngines): Promise<void> {
  for (const text of [SHORT, LONG]) {
    const times: number[] = [];
    let seconds = 0;
    for (let run = 0; run < RUNS; run += 1) {
      // A different pace each time, so that the cache answers none of them.
      const { first, pcm } = await speak(engines, text, 1 + run / 500);
      times.push(first);
      seconds = pcm.length / RATE;
    }
    add(`voice: first chunk of ${seconds.toFixed(1)} s`, median(times));
  }
  await speak(engines, SHORT);
  add('voice: first chunk, said before', (await speak(engines, SHORT)).first);
}

async function measureTranscriber(engines: LocalEngines): Promise<void> {
  const parts = [await speak(engines, LONG), await speak(engines, SHORT)];
  const speech = Float32Array.from(parts.flatMap(({ pcm }) => Array.from(pcm)));
  for (const seconds of [1, 2, 3, 6]) {
    const pcm = speech.subarray(0, seconds * RATE);
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      times.push(await timed(() => engines.transcriber.transcribe(pcm)));
    }
    add(`transcriber: ${seconds} s of speech`, median(times));
  }
  const pcm = speech.subarray(0, 3 * RATE);
  const batch = await timed(() =>
    Promise.all(Array.from({ length: 8 }, () => engines.transcriber.transcribe(pcm))),
  );
  add('transcriber: 3 s, of eight at once', batch / 8, 'ms', 'each, when all are done');
}

async function measureVad(engines: LocalEngines): Promise<void> {
  const { pcm } = await speak(engines, LONG);
  add('VAD: a prepared stream', await timed(async () => engines.vad.open().close()));
  const stream = engines.vad.open();
  const times: number[] = [];
  for (let at = 0; at + stream.frameSamples <= pcm.length; at += stream.frameSamples) {
    const frame = pcm.subarray(at, at + stream.frameSamples);
    times.push(await timed(async () => stream.process(frame)));
  }
  stream.close();
  add('VAD: a frame of 32 ms', median(times), 'ms', 'on the main thread');
  add('VAD: a frame, 99 of 100', percentile(times, 0.99));
}

const before = process.memoryUsage().rss;
const start = performance.now();
const engines = await createLocalEngines();
add('all engines ready', performance.now() - start, 'ms', 'warmed up');
add('memory of all', (process.memoryUsage().rss - before) / 2 ** 20, 'MiB', 'resident');
try {
  await measureVad(engines);
  await measureTranscriber(engines);
  await measureVoice(engines);
} finally {
  add('close', await timed(() => engines.close()));
}
printTable(['part', 'median', 'note'], rows);
