import type { Page } from 'playwright-core';
import { findChromium, launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { startCoturn } from '../support/network/coturn.ts';
import { openSchoolNetwork } from '../support/network/school-network.ts';
import { makeCertificate } from '../support/network/tls-certificate.ts';
import { startKindling } from '../support/server/kindling.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';

/**
 * Run inside a network namespace by `turn.test.ts`: a spoken call from a school whose network lets
 * nothing out but TCP to one address, where the site and the TURN server are; prints one line of
 * JSON. The address of calls' media cannot be reached from there, by UDP or otherwise.
 */

const SITE = '10.9.0.1';
const MEDIA = '10.9.9.1';
const TURN_HOST = 'turn.school.test';
const SECRET = 'shared by Kindling and coturn';
const QUESTION = 'What is the mood tracker?';
const TURN_URLS = [
  `turn:${TURN_HOST}:3478?transport=udp`,
  `turn:${TURN_HOST}:3478?transport=tcp`,
  `turns:${TURN_HOST}:443?transport=tcp`,
];

const certificate = makeCertificate(TURN_HOST);
const school = openSchoolNetwork({
  outside: SITE,
  elsewhere: MEDIA,
  browser: findChromium() ?? '',
});
try {
  const kindling = await startKindling({
    env: {
      HOST: '0.0.0.0',
      MEDIA_HOST: MEDIA,
      ICE_SERVERS: JSON.stringify([{ urls: TURN_URLS }]),
      TURN_SECRET: SECRET,
    },
  });
  try {
    const url = kindling.url.replace('127.0.0.1', SITE);
    const blocked = await visitSite(url, untilFailed);
    const tcp = await withCoturn('tcp', () => visitSite(url, talk));
    const tls = await withCoturn('tls', () => visitSite(url, talk));
    console.log(JSON.stringify({ blocked, tcp, tls }));
  } finally {
    await kindling.stop();
  }
} finally {
  school.close();
}

/** As documented, but with one way in alone. */
async function withCoturn<T>(way: 'tcp' | 'tls', act: () => Promise<T>): Promise<T> {
  const coturn = await startCoturn({
    ...{ 'listening-ip': SITE, 'relay-ip': SITE, 'external-ip': null, 'allowed-peer-ip': MEDIA },
    ...{ 'listening-port': '3478', 'tls-listening-port': '443' },
    ...{ cert: certificate.cert, pkey: certificate.key, 'static-auth-secret': SECRET },
    'no-udp': '',
    ...(way === 'tcp' ? { 'no-tls': '' } : { 'no-tcp': '' }),
  });
  try {
    return await act();
  } catch (error) {
    console.error(coturn.output());
    throw error;
  } finally {
    await coturn.stop();
  }
}

async function visitSite<T>(url: string, act: (page: Visit) => Promise<T>): Promise<T> {
  const browser = await launchChromium({
    microphone: recordMicrophone([{ pause: 4_000 }, { say: QUESTION }, { pause: 1_000 }]),
    executable: school.browser,
    args: [
      // The microphone needs a secure page, and the school's way to the site is plain HTTP here.
      `--unsafely-treat-insecure-origin-as-secure=${url}`,
      `--host-resolver-rules=MAP ${TURN_HOST} ${SITE}`,
      // Trusts this one key as if an authority had signed it; any other fails.
      `--ignore-certificate-errors-spki-list=${process.env.UNTRUSTED ? '' : certificate.keyHash}`,
    ],
  });
  try {
    const visitor = await visit(browser, 'about:blank');
    const { page } = visitor;
    const exchanges: string[] = [];
    page.on('request', (request) => {
      if (/^\/room\/[^/]+(?:\/participant\/.*)?$/.test(new URL(request.url()).pathname))
        exchanges.push(request.method());
    });
    await page.addInitScript(watchConnections);
    await page.goto(url);
    await visitor.press('Speak with an AI agent');
    await visitor.press('Start call');
    return await act({ ...visitor, exchanges });
  } finally {
    await browser.close();
  }
}

type Visit = Awaited<ReturnType<typeof visit>> & { readonly exchanges: readonly string[] };

async function untilFailed({ page }: Visit) {
  const toast = page.locator('.toast', { hasText: 'Call Failed' }).first();
  await toast.waitFor({ timeout: 40_000 });
  return {
    text: (await toast.innerText()).replace(/\s+/g, ' '),
    offersWriting: await toast.getByRole('button', { name: 'Type instead' }).isVisible(),
  };
}

async function talk(visitor: Visit) {
  const { page, exchanges } = visitor;
  await page.getByRole('heading', { name: /^In Call with / }).waitFor({ timeout: 20_000 });
  const pair = await selectedPair(page);
  // Of the first attempt: later ones are exchanges of their own.
  const attempts = [...exchanges];
  await visitor.untilLine(/^AI: /);
  const heard = await visitor.untilSaid(QUESTION);
  const energy = await page.waitForFunction(agentEnergy).then((found) => found.jsonValue());
  await visitor.endCall();
  return { ...pair, attempts, heard, energy };
}

/** Runs in the page, like those below: must not refer to anything outside itself. */
async function agentEnergy(): Promise<number> {
  const { connections } = window as unknown as { connections: RTCPeerConnection[] };
  const stats = [...((await connections.at(-1)?.getStats())?.values() ?? [])];
  const energy = stats.find((one) => one.type === 'inbound-rtp')?.totalAudioEnergy ?? 0;
  // Energy of a voice; silence and noise have far less.
  return energy > 0.001 ? energy : 0;
}

function selectedPair(page: Page) {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const stats = await connections.at(-1)?.getStats();
    const transport = [...(stats?.values() ?? [])].find((one) => one.type === 'transport');
    const pair = stats?.get(transport?.selectedCandidatePairId);
    const { candidateType, relayProtocol } = stats?.get(pair?.localCandidateId) ?? {};
    return { connections: connections.length, candidateType, relayProtocol };
  });
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
