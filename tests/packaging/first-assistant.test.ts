import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAxe } from '../site/support/check-axe.ts';
import { installCallRecorder, readRecording } from '../support/browser/call-recorder.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { freePort } from '../support/network/free-port.ts';
import { soundingStretches } from '../support/sound/listening.ts';

/** The commands of docs/integrate/quickstart.md, as they stand there. */

const repository = new URL('../../', import.meta.url).pathname;
const guide = readFileSync(join(repository, 'docs/integrate/quickstart.md'), 'utf8');
const section = guide.split(/^## /m).find((part) => part.startsWith('Three commands')) ?? '';
const commands = [...section.matchAll(/^```\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);
const [install, start = '', make = ''] = commands;
const question = /^> (.+)$/m.exec(section)?.[1] ?? '';

const dataFolder = mkdtempSync(join(tmpdir(), 'kindling-first-'));
let server: ChildProcess | undefined;
let browser: Browser | undefined;
let printed = '';
let address = '';

function shell(command: string, env: Record<string, string> = {}): ChildProcess {
  const { PORT: _, PUBLIC_URL: __, ...inherited } = process.env;
  return spawn(command, {
    cwd: repository,
    shell: true,
    // A new process group: npm, its shell and the server end together.
    detached: true,
    env: { ...inherited, KINDLING_DATA: dataFolder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs to its end; answers what it printed. */
async function run(command: string): Promise<string> {
  const child = shell(command);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${text}`);
  return text;
}

const addressIn = (text: string) => /^ {2}talk +(\S+)$/m.exec(text)?.[1] ?? '';

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`${what}; the server said:\n${printed}`);
    await wait(50);
  }
}

beforeAll(async () => {
  const port = await freePort();
  server = shell(start, { PORT: String(port) });
  server.stdout?.on('data', (chunk: Buffer) => (printed += chunk));
  server.stderr?.on('data', (chunk: Buffer) => (printed += chunk));
  [browser] = await Promise.all([
    launchChromium(),
    until(() => printed.includes('Ready.'), 'the server is not ready'),
  ]);
});

afterAll(async () => {
  await browser?.close();
  if (server?.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
  await until(() => !existsSync(join(dataFolder, 'server.lock')), 'the server does not stop');
  rmSync(dataFolder, { recursive: true, force: true });
});

it('there are three: the first put this test’s own tools here, the others are run', () => {
  expect([install, start]).toEqual(['npm ci', 'npm start']);
  expect(commands).toHaveLength(3);
  expect(make).toMatch(/^npm run assistant -- /);
});

it('the third makes an assistant once, however often, and finds the server by itself', async () => {
  const first = await run(make);
  address = addressIn(first);
  expect(first).toContain('Ada is ready.');
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/talk#assistant=[\da-f-]{36}&key=kd_pub_/);
  const again = await run(make);
  expect(again).toContain('Ada is as it was.');
  expect(addressIn(again)).toBe(address);
});

it('at the address it answers from the file, in words and aloud', async () => {
  const context = await browser?.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context?.newPage();
  if (page === undefined) throw new Error('there is no browser');
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await installCallRecorder(page);
  await page.goto(address);
  await page.getByRole('heading', { name: 'Talk with Ada', level: 1 }).waitFor();
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
  await checkAxe(page, 'the page before a call');

  // The microphone is refused here: that is said, and typing needs none.
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('alert').filter({ hasText: 'Microphone access is required' }).waitFor();
  await checkAxe(page, 'the page after a refused microphone');

  await page.getByRole('button', { name: 'Type instead' }).press('Enter');
  await page.getByRole('heading', { name: 'In Call with Ada' }).waitFor();
  await page.getByRole('textbox', { name: 'Type your question' }).fill(question);
  await page.keyboard.press('Enter');
  const answer = /Lunch is from noon to a quarter to one, in the big room next to the gym\./;
  await page.getByRole('log').getByText(answer).waitFor();
  await expect
    .poll(async () => soundingStretches((await readRecording(page)).agent).length)
    .toBeGreaterThan(0);
  await page.getByRole('button', { name: 'End Call' }).click();

  await page.getByRole('heading', { name: 'Your call with Ada', level: 1 }).waitFor();
  expect(await page.locator('[data-said]').allInnerTexts()).toContain(`You: ${question}`);
  await page.getByRole('button', { name: 'Talk again' }).waitFor();
  await checkAxe(page, 'the page after a call');
  // The keyboard is where it was.
  await page.waitForFunction(
    () => document.activeElement?.textContent?.includes('Type instead') === true,
  );
  expect(faults).toEqual([]);
  await context?.close();
});

it('when the assistant is removed, its address says so', async () => {
  expect(await run(`npm run assistant -- --name Ada --remove`)).toContain('Ada is gone');
  const page = await browser?.newPage({ colorScheme: 'dark' });
  await page?.goto(address);
  await page?.getByRole('heading', { name: 'This address is no longer in use' }).waitFor();
  if (page) await checkAxe(page, 'the page of an address that was withdrawn');
  await page?.goto(`${address.slice(0, -3)}`);
  await page?.getByRole('heading', { name: 'This address is incomplete' }).waitFor();
  await page?.close();
});
