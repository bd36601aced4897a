import { createKeyedTranscriber, type Transcriber } from '@kindling/conversation';
import { createSystemClock } from '@kindling/protocol/clock';
import { onTestFinished } from 'vitest';
import { createHttpOut } from '../../src/platform/http-client/http-out.ts';

type Named = Parameters<typeof createKeyedTranscriber>[0];

/** What every hosted recogniser of a test is given; `used` counts the seconds that are paid for. */
export function outsideForTest(provider: string) {
  const http = createHttpOut({ allowPrivate: true });
  const used: number[] = [];
  return {
    used,
    outside: {
      provider,
      access: 'your credential c-1',
      openSocket: http.openSocket,
      send: http.send,
      clock: createSystemClock(),
      onUse: (seconds: number) => void used.push(seconds),
    },
  };
}

export function keyedForTest(transcriber: Named, baseUrl: string) {
  const { used, outside } = outsideForTest(transcriber.provider);
  const hosted = createKeyedTranscriber(transcriber, { apiKey: 'k-1', baseUrl }, outside);
  return { hosted, seconds: () => used.reduce((sum, one) => sum + one, 0) };
}

/** A stream of a recogniser, closed with the test, and what it tells. */
export function followStream(hosted: Transcriber) {
  const shown: string[] = [];
  const broken = Promise.withResolvers<unknown>();
  const stream = hosted.open?.({
    onInterim: (text) => void shown.push(text),
    onBroken: broken.resolve,
  });
  if (stream === undefined) throw new Error(`${hosted.provider} does not stream.`);
  onTestFinished(stream.close);
  return { stream, shown, broken: broken.promise };
}

/** So many milliseconds of a tone. */
export function tone(duration: number): Float32Array {
  return Float32Array.from({ length: duration * 16 }, (_, index) => Math.sin(index / 10) / 2);
}
