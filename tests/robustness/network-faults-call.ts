import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { createFaultyLink, type FaultyLink } from '../support/network/faulty-link.ts';
import { freePort } from '../support/network/free-port.ts';
import { startKindling } from '../support/server/kindling.ts';
import { storedCalls } from '../support/server/stored-calls.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';

/**
 * Run inside a network namespace by `network-faults.test.ts`: one call through a bad network, a
 * question under each fault; prints one line of JSON. The browser has an interface of its own,
 * whose address changes on the way.
 */

const RELAY = '127.0.0.3';
const QUESTION = 'What is the mood tracker?';
/** Energy of a voice; silence and noise have far less. */
const AUDIBLE = 0.001;
const ADDRESSES = ['10.9.0.1/24', '10.9.0.2/24'] as const;

interface Row {
  readonly fault: string;
  readonly answered: boolean;
  /** Of the agent's sound while it answered, 0 to 1. */
  readonly lost: number;
  readonly concealed: number;
  readonly energy: number;
  readonly roundTrip: number | null;
}

ip('link', 'add', 'va', 'type', 'veth', 'peer', 'name', 'vb');
ip('addr', 'add', ADDRESSES[0], 'dev', 'va');
ip('link', 'set', 'va', 'up');
ip('link', 'set', 'vb', 'up');

const udpPort = await freePort();
const link = await createFaultyLink(RELAY, udpPort);
const kindling = await startKindling({
  env: {
    MEDIA_HOST: '127.0.0.1',
    UDP_PORT: String(udpPort),
    MEDIA_PUBLIC_ADDRESS: RELAY,
  },
});
const browser = await launchChromium({ microphone: recordMicrophone([{ pause: 1_000 }]) });
try {
  const visitor = await visit(browser, 'about:blank');
  const { page } = visitor;
  await page.addInitScript(watchConnections);
  await page.goto(kindling.url);
  await visitor.startCall();
  await visitor.untilLine(/^AI: /);
  const rows: Row[] = [];
  rows.push(await ask(page, 'none'));
  rows.push(await under(link, page, { fault: 'loss 5 %', loss: 0.05 }));
  rows.push(await under(link, page, { fault: 'loss 20 %', loss: 0.2 }));
  rows.push(await under(link, page, { fault: 'delay 300 ms', delay: 300 }));
  link.rebind();
  rows.push(await ask(page, 'other ports'));
  ip('addr', 'del', ADDRESSES[0], 'dev', 'va');
  ip('addr', 'add', ADDRESSES[1], 'dev', 'va');
  rows.push(await ask(page, 'other address'));
  link.set({ cut: true });
  await page.waitForTimeout(10_000);
  link.set({});
  rows.push(await ask(page, 'outage 10 s'));
  const kept = await page.getByRole('heading', { name: /^In Call with / }).isVisible();
  // And one that is too long: the call ends, once, and says why.
  link.set({ cut: true });
  const toast = page.getByText('Call failed. Please try again.');
  const notified = await toast
    .first()
    .waitFor({ timeout: 40_000 })
    .then(
      () => true,
      () => false,
    );
  // Each is in the page twice: once to be seen, once to be read aloud.
  const toasts = await page.getByRole('listitem').filter({ has: toast }).count();
  const [call] = await untilEnded();
  const endedReason = call?.endedReason ?? null;
  console.log(JSON.stringify({ rows, kept, notified, toasts, endedReason }));
} finally {
  await browser.close();
  await kindling.stop();
  link.close();
}

async function under(
  relay: FaultyLink,
  page: Page,
  { fault, ...faults }: { fault: string; loss?: number; delay?: number },
): Promise<Row> {
  relay.set(faults);
  const row = await ask(page, fault);
  relay.set({});
  return row;
}

/** Types a question and listens to the answer's first seconds. */
async function ask(page: Page, fault: string): Promise<Row> {
  const lines = page.locator('[data-transcript-line]');
  const show = page.getByRole('button', { name: 'Show Transcript' });
  if (await show.isVisible()) await show.click();
  const before = await lines.count();
  const box = page.getByRole('textbox').last();
  await box.fill(QUESTION);
  await box.press('Enter');
  const start = await totals(page);
  const answered = await page
    .waitForFunction(
      (seen) =>
        [...document.querySelectorAll('[data-transcript-line]')]
          .slice(seen)
          .some((line) => /^AI:/.test(line.textContent ?? '')),
      before,
      { timeout: 25_000 },
    )
    .then(
      () => true,
      () => false,
    );
  let end = start;
  // A connection that is over has no figures any more.
  const grown = (figure: Exclude<keyof Totals, 'roundTrip'>) =>
    end.reduce((sum, now, at) => sum + Math.max(0, now[figure] - (start[at]?.[figure] ?? 0)), 0);
  // The words may be there well before their sound, on a network like this.
  for (let waits = 0; waits < 60 && grown('energy') < AUDIBLE; waits += 1) {
    await page.waitForTimeout(250);
    end = await totals(page);
  }
  await page.waitForTimeout(3_000);
  end = await totals(page);
  const expected = grown('received') + grown('lost');
  const samples = grown('samples');
  return {
    fault,
    answered,
    lost: expected <= 0 ? 0 : grown('lost') / expected,
    concealed: samples <= 0 ? 0 : grown('concealed') / samples,
    energy: grown('energy'),
    roundTrip: end.at(-1)?.roundTrip ?? null,
  };
}

interface Totals {
  readonly received: number;
  readonly lost: number;
  readonly samples: number;
  readonly concealed: number;
  readonly energy: number;
  readonly roundTrip: number | null;
}

/** Of each connection that the page made, the oldest first. */
function totals(page: Page): Promise<Totals[]> {
  return page.evaluate(() => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    return Promise.all(
      connections.map(async (connection) => {
        const sum = { received: 0, lost: 0, samples: 0, concealed: 0, energy: 0 };
        let roundTrip: number | null = null;
        for (const entry of (await connection.getStats()).values()) {
          if (entry.type === 'inbound-rtp' && entry.kind === 'audio') {
            const silent = entry.silentConcealedSamples ?? 0;
            sum.received += entry.packetsReceived;
            sum.lost += entry.packetsLost;
            sum.samples += entry.totalSamplesReceived - silent;
            sum.concealed += entry.concealedSamples - silent;
            sum.energy += entry.totalAudioEnergy;
          }
          if (entry.type === 'candidate-pair' && entry.nominated)
            roundTrip = entry.currentRoundTripTime ?? null;
        }
        return { ...sum, roundTrip };
      }),
    );
  });
}

/** Runs in the page: must not refer to anything outside itself. */
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

async function untilEnded() {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const ended = await storedCalls(kindling, 'ended');
    if (ended.length > 0) return ended;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return [];
}

function ip(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}
