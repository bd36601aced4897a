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

const browsers = new Map<string, Promise<Browser>>();

/** The browser of this worker, one for each microphone; it ends with the worker. A test opens a context. */
export function sharedChromium(microphone: SharedMicrophone = 'refused'): Promise<Browser> {
  return share(microphone, []);
}

/** One in which pages of a profile share a warm renderer, and cannot be measured one by one. */
export function sharedVisitorBrowser(microphone: SharedMicrophone): Promise<Browser> {
  return share(microphone, ['--process-per-site']);
}

function share(microphone: SharedMicrophone, args: readonly string[]): Promise<Browser> {
  const name = [microphone, ...args].join(' ');
  const running = browsers.get(name);
  if (running !== undefined) return running;
  const launched = launchChromium({
    args,
    ...(microphone !== 'refused' && { microphone: recordMicrophone([SEGMENTS[microphone]()]) }),
  });
  browsers.set(name, launched);
  // One that crashed takes only its own test along.
  launched.then(
    (browser) => browser.once('disconnected', () => browsers.delete(name)),
    () => browsers.delete(name),
  );
  return launched;
}
