import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allocateRelay } from '@kindling/media';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { environmentSchema } from '../../apps/server/src/platform/config/environment.ts';
import { createIceServers } from '../../apps/server/src/platform/config/ice-servers.ts';
import { hasCoturn } from '../support/network/coturn.ts';
import { freePort } from '../support/network/free-port.ts';

/** What is in deploy/, held against the server. Whether its tools take it, `npm run try-deploy` tries. */

const repository = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly [key: string]: unknown;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
}

const SETUPS = [
  { file: 'deploy/compose.yaml', example: 'deploy/.env.example', drains: false },
  { file: 'deploy/compose.cluster.yaml', example: 'deploy/.env.cluster.example', drains: true },
] as const;

const readCompose = (file: string) => parse(read(file), { merge: true }) as Compose;
const kindlings = (file: string) =>
  Object.entries(readCompose(file).services).filter(([name]) => name.startsWith('kindling'));

const linesOf = (text: string) => text.split('\n').filter((line) => /^[A-Z]/.test(line));
const readEnv = (path: string) =>
  new Map(
    linesOf(read(path)).map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name, value.join('=')];
    }),
  );

const known = new Set(Object.keys(environmentSchema.shape));
const isSetting = (name: string) => known.has(name) || name === 'NODE_ENV';

describe.each(SETUPS)('$file', ({ file, example, drains }) => {
  const text = read(file);
  const required = new Set([...text.matchAll(/\$\{([A-Z_\d]+):\?/g)].map(([, name = '']) => name));
  const used = new Set([...text.matchAll(/\$\{([A-Z_\d]+)/g)].map(([, name = '']) => name));
  const given = readEnv(example);

  /** The example, filled in. */
  const filled = new Map(
    [...given].map(([name, value]) => [name, value || (required.has(name) ? fillingOf(name) : '')]),
  );
  const environmentOf = ({ environment = {} }: Service) => ({
    ...Object.fromEntries(filled),
    ...Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{([A-Z_\d]+)[^}]*\}/g, (_, inner: string) => filled.get(inner) ?? ''),
      ]),
    ),
  });

  it('has every setting that it asks for in the example', () => {
    expect(required.size).toBeGreaterThan(1);
    expect([...required].filter((name) => !given.has(name))).toEqual([]);
  });

  it('names settings that the server knows', () => {
    const names = kindlings(file).flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
    expect([...given.keys()].filter((name) => !isSetting(name) && !used.has(name))).toEqual([]);
  });

  it('gives each server a configuration that it takes', () => {
    for (const [, service] of kindlings(file)) {
      const { publicUrl, media, trustedProxies } = readConfig(environmentOf(service));
      expect({ publicUrl, trustedProxies, address: media.publicAddress }).toEqual({
        ...{ publicUrl: 'https://school.example', trustedProxies: 1, address: '203.0.113.9' },
      });
    }
  });

  it('lets through the UDP ports that browsers are sent, each once', () => {
    const all = kindlings(file).flatMap(([, service]) => {
      const { media } = readConfig(environmentOf(service));
      const wanted = [media.udpPort, media.relayUdpPort].filter((port) => port !== null);
      const ports = wanted.map((port) => `${port}:${port}/udp`);
      expect(service.ports).toEqual(ports);
      return ports;
    });
    expect(new Set(all).size).toBe(all.length);
  });

  it('gives no program more than it needs, and time to stop', () => {
    for (const [, service] of kindlings(file)) {
      const { cluster } = readConfig(environmentOf(service));
      // Until its calls are over, or nobody waits for them any more.
      const seconds = drains ? (cluster?.drainTimeout ?? 0) / 1_000 + 10 : 15;
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        stop_grace_period: `${seconds}s`,
      });
      expect(service).not.toHaveProperty('privileged');
    }
  });
});

it.each([
  ['bucket', 'docker.io/versity/versitygw', 'scripts/test-s3.ts'],
  ['livekit', 'docker.io/livekit/livekit-server', 'scripts/test-livekit.ts'],
])('%s is the one that the tests run against', (service, image, program) => {
  const [, version] = /version: '(.+)'/.exec(read(program)) ?? [];
  expect(readCompose('deploy/compose.cluster.yaml').services[service]?.image).toBe(
    `${image}:${version}`,
  );
});

function fillingOf(name: string): string {
  if (name === 'SMTP_URL') return 'smtps://user:secret@mail.example:465';
  return 'f'.repeat(64);
}

describe('the image', () => {
  const text = read('deploy/Dockerfile');
  const workspaces = JSON.parse(read('package-lock.json')).packages as Record<string, unknown>;

  it('has the Node that everything else has', () => {
    expect(text).toContain(`node:${read('.node-version').trim()}-bookworm-slim`);
  });

  it('installs by the manifest of every workspace', () => {
    const folders = Object.keys(workspaces).filter((path) =>
      /^(?:apps|packages)\/[^/]+$|^examples$/.test(path),
    );
    expect(folders.length).toBeGreaterThan(8);
    const copied = (folder: string) => text.includes(`COPY ${folder}/package.json ${folder}/\n`);
    expect(folders.filter((folder) => !copied(folder))).toEqual([]);
  });

  it('is configured by settings that the server knows, and says its ports', () => {
    const [, block = ''] = /^ENV ((?:.*\\\n)*.*)/m.exec(text) ?? [];
    const settings = new Map(
      [...block.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    );
    expect([...settings.keys()].filter((name) => !isSetting(name))).toEqual([]);
    expect(text).toContain(`EXPOSE ${settings.get('PORT')}/tcp ${settings.get('UDP_PORT')}/udp\n`);
    expect(read('deploy/caddy/Caddyfile')).toContain(`kindling:${settings.get('PORT')}}`);
  });

  it('runs as nobody in particular, and starts what there is', () => {
    expect(text).toMatch(/^USER (?!0)\d+:\d+$/m);
    expect(text).toContain('CMD ["node", "apps/server/src/main.ts"]');
    expect(read('.dockerignore')).toMatch(/^\*\*\n/m);
  });
});

it('the chart names settings that the server knows', () => {
  const text = read('deploy/chart/templates/statefulset.yaml');
  const names = [...text.matchAll(/^ +- name: ([A-Z_]+)$/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !isSetting(name))).toEqual([]);
  const schema = JSON.parse(read('deploy/chart/values.schema.json'));
  const values = parse(read('deploy/chart/values.yaml')) as Record<string, unknown>;
  const unknown = Object.keys(values).filter((name) => !(name in schema.properties));
  expect(unknown).toEqual([]);
});

it('the unit starts what there is, with settings that the server knows', () => {
  const text = read('deploy/systemd/kindling.service');
  const [, line = ''] = /^Environment=(.*)$/m.exec(text) ?? [];
  const names = line.split(' ').map((pair) => pair.split('=')[0] ?? '');
  expect(names.filter((name) => !isSetting(name))).toEqual([]);
  expect(text).toMatch(
    /^ExecStart=\/opt\/kindling\/node_modules\/\.bin\/node apps\/server\/src\/main\.ts$/m,
  );
});

describe.skipIf(!hasCoturn)(`coturn${hasCoturn ? '' : ' (SKIPPED: needs coturn)'}`, () => {
  const filled: Readonly<Record<string, string>> = {
    PUBLIC_HOST: 'school.example',
    TURN_SECRET: 'f'.repeat(64),
    MEDIA_PUBLIC_ADDRESS: '203.0.113.9',
  };
  /** As compose.yaml starts it, on this machine alone. */
  async function start(): Promise<{ readonly port: number; readonly child: ChildProcess }> {
    const port = await freePort();
    const { command = [] } = readCompose('deploy/compose.yaml').services.coturn ?? {};
    const args = command.map((word) =>
      word
        .replace('/etc/coturn', join(repository, 'deploy/coturn'))
        .replaceAll(/\$\{([A-Z_]+)[^}]*\}/g, (_, name: string) => filled[name] ?? ''),
    );
    const here = ['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`];
    const child = spawn('turnserver', [...args, ...here], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { port, child };
  }
  const allocate = (port: number, secret: string, address: string) => {
    const servers = [{ urls: `turn:127.0.0.1:${port}?transport=tcp` }];
    const [server] = createIceServers({ servers, turnSecret: secret }, Date.now)();
    return allocateRelay({
      url: `turn:127.0.0.1:${port}?transport=tcp`,
      username: server?.username ?? '',
      credential: server?.credential ?? '',
      timeout: 3_000,
      peer: { address, port: 40_001 },
    });
  };

  it('relays to the media and nowhere else, for who has the secret', async () => {
    const { port } = await start();
    const secret = filled.TURN_SECRET ?? '';
    await expect.poll(() => allocate(port, secret, '203.0.113.9').catch(() => null)).not.toBeNull();
    const refusal = async (address: string) => (await allocate(port, secret, address)).peerRefusal;
    expect(await refusal('203.0.113.9')).toBeNull();
    expect(await refusal('203.0.113.10')).toBe(403);
    expect(await refusal('127.0.0.1')).toBe(403);
    await expect(allocate(port, 'another secret', '203.0.113.9')).rejects.toMatchObject({
      status: 401,
    });
  });
});
