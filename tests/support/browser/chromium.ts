import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser on this machine, or null. */
export function findChromium(): string | null {
  return candidates.find((path) => path !== undefined && existsSync(path)) ?? null;
}

export interface LaunchOptions {
  /** A WAV played once as the microphone; without one the visitor refuses the microphone. */
  readonly microphone?: string;
  /** Chromium leaves loopback out of WebRTC; where there is no other interface it must not. */
  readonly loopbackOnly?: boolean;
  /** Started instead of the browser on this machine, which it has to start in its turn. */
  readonly executable?: string;
  readonly args?: readonly string[];
}

/** Headless Chromium that contacts no server but the page's own. */
export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { microphone, loopbackOnly, executable, args = [] } = options;
  const executablePath = executable ?? findChromium();
  if (executablePath === null)
    throw new Error('No Chromium found: install Debian package `chromium` or set CHROMIUM_PATH.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(loopbackOnly === true ? ['--allow-loopback-in-peer-connection'] : []),
      ...(microphone === undefined
        ? ['--use-fake-device-for-media-stream', '--deny-permission-prompts']
        : [
            '--use-fake-device-for-media-stream',
            '--use-fake-ui-for-media-stream',
            `--use-file-for-fake-audio-capture=${microphone}%noloop`,
          ]),
      ...args,
    ],
  });
}
