import { setTimeout as wait } from 'node:timers/promises';
import { findChromium, launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { freePort } from '../support/network/free-port.ts';
import { hasEspeak, recordMicrophone } from '../support/sound/microphone.ts';
import { BASE, makeBaseImage } from './base-image.ts';
import { missing, run, runAloud } from './tools.ts';

const IMAGE = 'localhost/kindling-try';
const QUESTION = 'What is the mood tracker?';
/** The first start makes the database. */
const START_PATIENCE = 120_000;

export const imageTools = (): string[] => [
  ...missing('buildah', 'podman', 'runc', 'mmdebstrap', 'npm'),
  ...(process.getuid?.() === 0 ? [] : ['root']),
];

/** Builds the image with nothing but packages of Debian and npm. */
export async function buildImage(): Promise<void> {
  await makeBaseImage();
  await runAloud('buildah', [
    ...['build', '--isolation', 'chroot', '--network', 'host', '--layers=false'],
    // The other format knows no HEALTHCHECK.
    ...['--format', 'docker', '--build-arg', `BASE=${BASE}`],
    ...['--file', 'deploy/Dockerfile', '--tag', IMAGE, '.'],
  ]);
}

/** Debian's crun does not know this machine's control groups, its runc does. */
const podman = (...args: readonly string[]) =>
  run('podman', ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...args]);

/** Starts it as compose.yaml does: a root that cannot be written, no user root, no right. */
export async function tryImage(): Promise<string> {
  const port = await freePort();
  const container = podman(
    ...['run', '--detach', '--network', 'host', '--no-healthcheck'],
    ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--ulimit', 'nofile=16384:16384', '--ulimit', 'nproc=16384:16384'],
    ...['--env', `PORT=${port}`, '--env', 'UDP_PORT=0', IMAGE],
  ).trim();
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url);
    const user = podman('exec', container, 'id', '--user').trim();
    if (user === '0') throw new Error('The server runs as root.');
    if (writes(container, '/kindling/written')) throw new Error('The root can be written.');
    podman('exec', container, ...healthCheck());
    const doctor = podman('exec', container, 'node', 'scripts/doctor.ts');
    const heard = await holdCall(url);
    podman('stop', '--time', '12', container);
    const code = podman('inspect', container, '--format', '{{.State.ExitCode}}').trim();
    if (code !== '0') throw new Error(`Stopped, it ended with ${code}:\n${logOf(container)}`);
    return `user ${user}; ${doctor.trim().split('\n').at(-1)} ${heard}`;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${logOf(container)}`);
  } finally {
    podman('rm', '--force', '--volumes', container);
  }
}

const logOf = (container: string) => podman('logs', '--tail', '30', container);

/** The command of HEALTHCHECK, as the image has it. */
function healthCheck(): string[] {
  const [kind, ...command] = JSON.parse(
    podman('image', 'inspect', IMAGE, '--format', '{{json .HealthCheck.Test}}'),
  ) as string[];
  if (kind !== 'CMD') throw new Error('The image has no HEALTHCHECK.');
  return command;
}

function writes(container: string, path: string): boolean {
  try {
    podman('exec', container, 'touch', path);
    return true;
  } catch {
    return false;
  }
}

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + START_PATIENCE;
  while (performance.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await wait(500);
  }
  throw new Error('The server was not ready in time.');
}

/** A visitor asks, and the agent answers, in a browser with a microphone. */
async function holdCall(url: string): Promise<string> {
  if (findChromium() === null || !hasEspeak)
    return 'The call is SKIPPED: needs chromium and espeak-ng.';
  const microphone = recordMicrophone([
    ...[{ pause: 11_000 }, { say: QUESTION }, { pause: 16_000 }, { say: QUESTION }],
    { pause: 20_000 },
  ]);
  const browser = await launchChromium({ microphone });
  try {
    const visitor = await visit(browser, url);
    await visitor.startCall();
    const asked = await visitor.untilSaid(QUESTION);
    const answer = await visitor.untilLine(/^AI: .*(mood|check)/i);
    await visitor.endCall();
    return `A call was held: “${asked}” “${answer.slice(0, 60)}…”`;
  } finally {
    await browser.close();
  }
}
