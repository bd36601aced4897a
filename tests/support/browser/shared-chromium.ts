import type { Browser } from 'playwright-core';
import { recordMicrophone, type Segment, tone } from '../sound/microphone.ts';
import { launchChromium } from './chromium.ts';

/**
 * `refused`: there is none to be had. `quiet`: granted without asking, and nobody speaks. `humming`: granted,
 * with a tone of 330 Hz for a minute.
 */
export type SharedMicrophone = 'refused' | 'quiet' | 'humming';

const SEGMENTS: Readonly<Record<Exclude<SharedMicrophone, 'refused'>, () => Segment>> = {
  quiet: () => ({ pause: 60_000 }),
  humming: () => ({ pcm: tone(330, 60) }),
};

const browsers = new Map<SharedMicrophone, Promise<Browser>>();

/** The browser of this worker, one for each microphone; it ends with the worker. A test opens a context. */
export function sharedChromium(microphone: SharedMicrophone = 'refused'): Promise<Browser> {
  const running = browsers.get(microphone);
  if (running !== undefined) return running;
  const launched = launchChromium(
    microphone === 'refused' ? {} : { microphone: recordMicrophone([SEGMENTS[microphone]()]) },
  );
  browsers.set(microphone, launched);
  // One that crashed takes only its own test along.
  launched.then(
    (browser) => browser.once('disconnected', () => browsers.delete(microphone)),
    () => browsers.delete(microphone),
  );
  return launched;
}
