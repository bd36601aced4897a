import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import puppeteer, { type Browser } from 'puppeteer-core';
import type { SoundCard } from './sound-card.ts';

const candidates = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The Firefox on this machine, or null. */
export function findFirefox(): string | null {
  return candidates.find((path) => path !== undefined && existsSync(path)) ?? null;
}

/** Firefox makes no WebRTC connection on a machine without an interface besides loopback. */
export const hasInterface = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ internal }) => !internal),
);

/**
 * Headless Firefox as it is installed, for calls on a sound card: the microphone is granted without asking and
 * its user prefers less motion (drawn without a graphics card, it takes the processor from the sound). No other
 * setting is changed, its networking least of all.
 */
export function launchFirefox(soundCard?: SoundCard): Promise<Browser> {
  const executablePath = findFirefox();
  if (executablePath === null)
    throw new Error('No Firefox found: install Debian package `firefox-esr` or set FIREFOX_PATH.');
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    env: { ...process.env, ...soundCard?.env },
    extraPrefsFirefox: {
      'media.navigator.permission.disabled': true,
      ...(soundCard !== undefined && { 'ui.prefersReducedMotion': 1 }),
    },
  });
}
