import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import type { Check, Scene } from '../check.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import { codeOf, sayError } from '../looking/say-error.ts';

interface WantedPort {
  readonly protocol: 'tcp' | 'udp';
  readonly setting: 'PORT' | 'UDP_PORT' | 'RELAY_UDP_PORT';
  /** Null: any that is free. */
  readonly port: number | null;
  readonly host: string | null;
}

/** Whether the ports that are configured are this server's, or free for it. */
export const ports: Check = {
  name: 'ports',
  async run(scene) {
    const found: Finding[] = [];
    for (const wanted of wantedPorts(scene)) found.push(await lookAt(wanted, scene));
    return found;
  },
};

function wantedPorts({ config: { port, host, media } }: Scene): WantedPort[] {
  const wanted: WantedPort[] = [
    { protocol: 'tcp', setting: 'PORT', port: port || null, host },
    { protocol: 'udp', setting: 'UDP_PORT', port: media.udpPort || null, host: media.bindAddress },
  ];
  if (media.relayUdpPort !== null)
    wanted.push({
      protocol: 'udp',
      setting: 'RELAY_UDP_PORT',
      port: media.relayUdpPort || null,
      host: media.bindAddress,
    });
  return wanted;
}

async function lookAt(wanted: WantedPort, scene: Scene): Promise<Finding> {
  const { protocol, setting, port } = wanted;
  const name = `${protocol.toUpperCase()} port ${port} (${setting})`;
  if (port === null) return unset(wanted, scene);
  const { server } = scene;
  if (server === null) return bindNow(wanted, port, name);
  const own = server.sockets?.filter((one) => one.protocol === protocol);
  if (own?.some((one) => one.port === port)) return ok(`${name} is held by this server.`);
  if (own === undefined) {
    const isTaken = (await tryToBind(wanted, port)) === 'EADDRINUSE';
    return isTaken
      ? ok(`${name} is taken, as it should be while this server runs.`)
      : fail(`${name} is not held by the server that runs.`, RESTART);
  }
  return fail(
    `${name} is not held by the server that runs; it has ${own.map((one) => one.port).join(', ') || 'none'}.`,
    RESTART,
  );
}

const RESTART = 'Restart the server: it was started with other settings than this command.';

function unset({ protocol, setting }: WantedPort, { config }: Scene): Finding {
  if (protocol === 'tcp')
    return ok(`${setting} is not set: the server takes 8787, or the next free port.`);
  const isPublic = config.publicUrl !== null || config.media.publicAddress !== null;
  return isPublic
    ? warn(
        `${setting} is not set: every start takes another UDP port, which no firewall can let through.`,
        `Set ${setting} to a port, such as ${setting === 'UDP_PORT' ? 40_000 : 40_001}, and let it through.`,
      )
    : ok(`${setting} is not set: every start takes a free UDP port.`);
}

async function bindNow(wanted: WantedPort, port: number, name: string): Promise<Finding> {
  const code = await tryToBind(wanted, port);
  switch (code) {
    case null:
      return ok(`${name} is free.`);
    case 'EADDRINUSE':
      return fail(
        `${name} is taken by another program.`,
        `Stop that program (ss -lnp shows it), or set ${wanted.setting} to another port.`,
      );
    case 'EACCES':
      return fail(
        `${name} is not for this user: ports below 1024 need a right of their own.`,
        `Set ${wanted.setting} to a port from 1024 on and put a proxy in front, or give the service CAP_NET_BIND_SERVICE.`,
      );
    case 'EADDRNOTAVAIL':
      return fail(
        `${name} cannot be opened at ${wanted.host}: this machine has no such address.`,
        `Set ${wanted.protocol === 'tcp' ? 'HOST' : 'MEDIA_HOST'} to an address of this machine, or to 0.0.0.0.`,
      );
    default:
      return fail(`${name} cannot be opened (${code}).`, `Set ${wanted.setting} to another port.`);
  }
}

/** The system's code; null: it can be opened. */
async function tryToBind({ protocol, host }: WantedPort, port: number): Promise<string | null> {
  try {
    if (protocol === 'tcp') {
      const server = createServer();
      server.listen({ port, host: host ?? '0.0.0.0', exclusive: true });
      await once(server, 'listening');
      server.close();
      return null;
    }
    const address = host ?? '0.0.0.0';
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    socket.bind({ port, address, exclusive: true });
    await once(socket, 'listening').finally(() => socket.close());
    return null;
  } catch (error) {
    return codeOf(error) || sayError(error);
  }
}
