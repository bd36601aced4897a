import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../support/network/free-port.ts';

const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
const has = (program: string) => spawnSync('which', [program]).status === 0;

export const canRunWebKit = miniBrowser !== undefined && has('WebKitWebDriver') && has('Xvfb');

export interface RunningWebKit {
  readonly driver: WebDriver;
  stop(): Promise<void>;
}

/** WebKitGTK's small browser on a virtual screen, 1440 by 900. */
export async function startWebKit(): Promise<RunningWebKit> {
  if (miniBrowser === undefined) throw new Error('No WebKitGTK: install `webkit2gtk-driver`.');
  const port = await freePort();
  const screen = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const xvfb = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const display = await new Promise<string>((resolve, reject) => {
    xvfb.once('error', reject);
    xvfb.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
  });
  const server = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  });
  const stop = async (): Promise<void> => {
    await end(server);
    await end(xvfb);
  };
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilListening(url);
    const browser = { binary: miniBrowser, args: ['--automation'] };
    const driver = await new Builder()
      .usingServer(url)
      .withCapabilities(
        new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browser }),
      )
      .build();
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 });
    return {
      driver,
      async stop() {
        await driver.quit();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilListening(url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const answered = await fetch(`${url}/status`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await wait(100);
  }
  throw new Error('WebKitWebDriver did not listen within 30 s.');
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
