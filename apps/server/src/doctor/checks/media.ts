import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { askMappedAddress, tryRoom } from '@kindling/media';
import { z } from 'zod';
import type { Check, Scene } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';
import type { ServerHere } from '../looking/find-server.ts';
import { getAnswer } from '../looking/get-answer.ts';
import { sayError } from '../looking/say-error.ts';

/** How far a packet to the media port gets, as far as that can be known from inside. */
export const media: Check = {
  name: 'media',
  async run(scene) {
    const found = await Promise.all([...askServers(scene), throughPort(scene)]);
    return [...found.flat(), fromOutside(scene)];
  },
};

/** By the first STUN or TURN server of the list: all would say the same. */
function askServers({ config, timeout, ca }: Scene): Promise<Finding>[] {
  const urls = config.ice.servers.flatMap((server) => [server.urls].flat());
  // Over UDP: only that tells what becomes of a UDP packet.
  const url = urls.find((one) => !/^(?:stuns|turns):|transport=tcp/i.test(one));
  if (url === undefined) return [];
  return [
    askMappedAddress({ url, timeout, ca }).then(
      ({ mapped }) => compare(mapped.address, url, config.media.publicAddress),
      (error: unknown) =>
        warn(
          `${url} did not say where this machine's packets come from: ${sayError(error)}.`,
          'Look whether this machine may send UDP there, and whether the server in ICE_SERVERS runs.',
        ),
    ),
  ];
}

function compare(mapped: string, url: string, announced: string | null): Finding {
  if (announced === mapped)
    return ok(
      `${url} sees packets of this machine come from ${mapped}, as MEDIA_PUBLIC_ADDRESS says.`,
    );
  if (announced !== null)
    return fail(
      `Browsers are told ${announced}, but ${url} sees packets of this machine come from ${mapped}.`,
      `Set MEDIA_PUBLIC_ADDRESS=${mapped}, unless calls come in by another way than packets go out.`,
    );
  return warn(
    `${url} sees packets of this machine come from ${mapped}; MEDIA_PUBLIC_ADDRESS is not set.`,
    `If ${mapped} is not an address of this machine itself, set MEDIA_PUBLIC_ADDRESS=${mapped}.`,
  );
}

function throughPort(scene: Scene): Promise<Finding[]> {
  const { server } = scene;
  if (server === null) return sendToOneself(scene).then((finding) => [finding]);
  if (server.url === null)
    return Promise.resolve([
      fail('The server that runs answers nowhere.', 'Look at its log, or restart it.'),
    ]);
  return joinTestRoom(scene, server);
}

const answerSchema = z.object({ sdp: z.string(), location: z.string() });

/** Joins the room for connection tests, as the call library does. */
async function joinTestRoom({ config, timeout }: Scene, { url }: ServerHere): Promise<Finding[]> {
  let status = 0;
  try {
    const { announced, reached } = await tryRoom({
      timeout,
      async exchange(sdp) {
        const answer = await getAnswer(`${url}/room/connection-test`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: url ?? '' },
          body: JSON.stringify({ sdp, userName: 'doctor' }),
          timeout,
        });
        status = answer.status;
        return answerSchema.parse(JSON.parse(answer.body)).sdp;
      },
    });
    const where = announced.map(({ address, port }) => `${address}:${port}`).join(', ');
    if (reached === null)
      return [
        fail(
          `A WebRTC connection from this machine to its own server did not come about; announced is ${where || 'nothing'}.`,
          'Let UDP through the firewall of this machine, and look whether MEDIA_HOST is an address of it.',
        ),
      ];
    const at = `${reached.address}:${reached.port}`;
    const { publicAddress } = config.media;
    if (publicAddress === null || reached.address === publicAddress)
      return [ok(`A WebRTC connection to this server came about at ${at}.`)];
    return [
      ok(`A WebRTC connection to this server came about inside, at ${at}.`),
      notThrough(publicAddress, reached.port),
    ];
  } catch (error) {
    const why = status >= 400 ? `it answered ${status}` : sayError(error);
    return [
      fail(
        `The room for connection tests could not be joined: ${why}.`,
        'Look at the log of the server.',
      ),
    ];
  }
}

/** Most routers do not bring back what is sent to their own public address. */
function notThrough(address: string, port: number): Finding {
  return skipped(
    `Nothing came through the public address ${address} from inside, as with most routers.`,
    `Look whether UDP port ${port} of ${address} is passed on to this machine, then try a call from another network.`,
  );
}

/** A packet from one socket to the other, by the public address where there is one. */
async function sendToOneself({ config, timeout }: Scene): Promise<Finding> {
  const { udpPort, bindAddress, publicAddress } = config.media;
  const target = publicAddress ?? bindAddress ?? '127.0.0.1';
  const receiver = createSocket(isIPv6(bindAddress ?? target) ? 'udp6' : 'udp4');
  const sender = createSocket(isIPv6(target) ? 'udp6' : 'udp4');
  const word = randomBytes(16);
  try {
    receiver.bind({ port: udpPort, ...(bindAddress !== null && { address: bindAddress }) });
    await once(receiver, 'listening');
    const { port } = receiver.address();
    const arrived = new Promise<boolean>((resolve) => {
      receiver.on('message', (data) => data.equals(word) && resolve(true));
      setTimeout(() => resolve(false), Math.min(timeout, HAIRPIN_TIMEOUT)).unref();
    });
    sender.on('error', () => undefined);
    sender.send(word, port, target);
    if (await arrived) return ok(`A packet to ${target}:${port} came back to this machine.`);
    return publicAddress === null
      ? fail(
          `A packet to ${target}:${port} did not arrive.`,
          'Let UDP through the firewall of this machine.',
        )
      : notThrough(target, port);
  } catch (error) {
    return fail(
      `UDP port ${udpPort} could not be tried: ${sayError(error)}.`,
      'See what is said of the ports.',
    );
  } finally {
    receiver.close();
    sender.close();
  }
}

/** A packet that comes back does so in milliseconds. */
const HAIRPIN_TIMEOUT = 1_500;

function fromOutside({ config }: Scene): Finding {
  const { udpPort, publicAddress } = config.media;
  if (config.publicUrl === null && publicAddress === null)
    return skipped('Whether other machines reach the media port cannot be known from inside.');
  return skipped(
    `Whether the world reaches UDP port ${udpPort || '(any)'} cannot be known from inside.`,
    `Let UDP port ${udpPort || 'UDP_PORT'} through every firewall in front, and place a call from another network.`,
  );
}
