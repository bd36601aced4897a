import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';

/** A visitor with Firefox: what they do and see. */
export interface FirefoxVisitor {
  readonly page: Page;
  /** Everything the page logged as an error, or threw. */
  readonly faults: string[];
  press(name: string): Promise<void>;
  untilHeading(words: RegExp): Promise<void>;
  /** Final lines of the transcript panel, which is opened when needed. */
  transcript(): Promise<string[]>;
  untilLine(fits: (line: string) => boolean): Promise<string>;
  /** Looks until there is something. */
  until<T>(look: () => Promise<T | null>, what: string): Promise<T>;
  /** Energy of the agent's sound that has come in so far. */
  heardEnergy(): Promise<number>;
  /** Resolves once nothing audible has come in for two seconds. */
  untilQuiet(): Promise<void>;
}

export interface FirefoxVisit {
  readonly width?: number;
  readonly height?: number;
}

/** Two seconds of silence have less energy than this. */
const SILENT = 0.0002;
/** Longest wait for anything; a machine under load needs a while, ms. */
const PATIENCE = 60_000;

export async function visitWithFirefox(
  browser: Browser,
  url: string,
  { width = 1440, height = 900 }: FirefoxVisit = {},
): Promise<FirefoxVisitor> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.setViewport({ width, height });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.evaluateOnNewDocument(watchConnections);
  await page.goto(url);
  const until = async <T>(look: () => Promise<T | null>, what: string): Promise<T> => {
    const deadline = performance.now() + PATIENCE;
    while (performance.now() < deadline) {
      const found = await look();
      if (found !== null) return found;
      await wait(200);
    }
    throw new Error(`${what} did not come; the page says: ${await page.evaluate(readPage)}`);
  };
  const transcript = () => page.evaluate(readTranscript);
  const heardEnergy = () => page.evaluate(energyOfAgent);
  const untilLine = (fits: (line: string) => boolean) =>
    until(async () => (await transcript()).find(fits) ?? null, 'A line that fits');
  return {
    page,
    faults,
    transcript,
    untilLine,
    until,
    async press(name) {
      const { x, y } = await until(() => page.evaluate(findButton, name), `A button “${name}”`);
      await page.mouse.click(x, y);
    },
    async untilHeading(words) {
      await until(() => page.evaluate(findHeading, words.source), `A heading like ${words}`);
    },
    heardEnergy,
    async untilQuiet() {
      let before = -1;
      await until(async () => {
        const now = await heardEnergy();
        const quiet = before >= 0 && now - before < SILENT;
        before = now;
        if (!quiet) await wait(2_000);
        return quiet ? true : null;
      }, 'Silence');
    },
  };
}

/** These run in the page: they must not refer to anything outside themselves. */
function readPage(): string {
  return document.body.innerText;
}

function readTranscript(): string[] {
  for (const button of document.querySelectorAll('button'))
    if (button.textContent?.trim() === 'Show Transcript') button.click();
  return [...document.querySelectorAll('[data-transcript-line]')].map((line) =>
    (line.textContent ?? '').replace(/\s+/g, ' ').trim(),
  );
}

/** The middle of the topmost button of this name, scrolled into the window. */
function findButton(name: string): { x: number; y: number } | null {
  for (const button of document.querySelectorAll('button')) {
    const label = button.ariaLabel ?? button.textContent?.trim();
    if (label !== name || button.disabled) continue;
    button.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = button.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (button.contains(document.elementFromPoint(x, y))) return { x, y };
  }
  return null;
}

function findHeading(pattern: string): string | null {
  const words = [...document.querySelectorAll('h1, h2, h3')].map(
    (heading) => heading.textContent ?? '',
  );
  return words.find((text) => new RegExp(pattern).test(text)) ?? null;
}

function watchConnections(): void {
  const connections: RTCPeerConnection[] = [];
  Object.assign(window, { connections });
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
    }
  };
}

async function energyOfAgent(): Promise<number> {
  const { connections } = window as unknown as { connections: RTCPeerConnection[] };
  let energy = 0;
  for (const connection of connections) {
    if (connection.connectionState === 'closed') continue;
    for (const entry of (await connection.getStats()).values())
      if (entry.type === 'inbound-rtp' && entry.kind === 'audio')
        energy += entry.totalAudioEnergy ?? 0;
  }
  return energy;
}
