import { allocateRelay, StunError } from '@kindling/media';
import { createIceServers, isTurnServer } from '../../platform/config/ice-servers.ts';
import type { Check, Scene } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';
import { sayError } from '../looking/say-error.ts';

/** Whether each TURN server gives an address for the credentials that browsers get, and relays to the media port. */
export const turn: Check = {
  name: 'turn',
  run(scene) {
    const servers = createIceServers(scene.config.ice, Date.now)().filter(isTurnServer);
    if (servers.length === 0)
      return Promise.resolve([
        skipped(
          'ICE_SERVERS names no TURN server: browsers whose network lets no UDP out cannot call.',
        ),
      ]);
    const ways = servers.flatMap(({ urls, username = '', credential = '' }) =>
      [urls]
        .flat()
        .flatMap((url) => (isTurnServer({ urls: url }) ? [{ url, username, credential }] : [])),
    );
    return Promise.all(ways.map((way) => allocate(way, scene)));
  },
};

interface Way {
  readonly url: string;
  readonly username: string;
  readonly credential: string;
}

async function allocate(way: Way, { config, timeout, ca }: Scene): Promise<Finding> {
  const { publicAddress, bindAddress, relayUdpPort } = config.media;
  const address = publicAddress ?? bindAddress;
  const peer = address === null ? null : { address, port: relayUdpPort || 40_001 };
  try {
    const { relayed, peerRefusal } = await allocateRelay({ ...way, timeout, ca, peer });
    const gave = `${way.url} gave the address ${relayed.address}`;
    if (peerRefusal !== null)
      return fail(
        `${gave}, but does not relay to ${address} (${peerRefusal}).`,
        `Allow it there: allowed-peer-ip=${address} in coturn's configuration.`,
      );
    if (peer === null)
      return warn(
        `${gave}; whether it relays to this server cannot be asked without an address of its media.`,
        'Set MEDIA_PUBLIC_ADDRESS (or MEDIA_HOST) to the address that the TURN server may relay to.',
      );
    return ok(`${gave}, and relays to ${address}.`);
  } catch (error) {
    return refused(way.url, error, config.ice.turnSecret !== null);
  }
}

function refused(url: string, error: unknown, hasSecret: boolean): Finding {
  const { code = '', status } = error instanceof StunError ? error : {};
  const found = `${url} gave no address: ${sayError(error)}.`;
  if (status === 401)
    return fail(
      found,
      hasSecret
        ? 'Make TURN_SECRET and static-auth-secret of the TURN server the same, and its clock right.'
        : 'Correct username and credential in ICE_SERVERS.',
    );
  if (status === 486) return fail(found, 'Raise user-quota and total-quota of the TURN server.');
  if (code === 'stun_untrusted')
    return fail(found, 'Give the TURN server a certificate that browsers trust, for this name.');
  if (code === 'stun_refused')
    return fail(found, 'Look at the log of the TURN server for the reason.');
  return fail(
    found,
    'Start the TURN server, let its port through, or correct the address in ICE_SERVERS.',
  );
}
