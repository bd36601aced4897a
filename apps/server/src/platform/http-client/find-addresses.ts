import { ADDRCONFIG, type LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/**
 * All addresses of a name, at least one.
 *
 * @throws where there is none
 */
export type FindAddresses = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Of a `Resolver` what is asked here. */
interface NameServers {
  resolve4(hostname: string): Promise<readonly string[]>;
  resolve6(hostname: string): Promise<readonly string[]>;
}

/**
 * As the name servers say, hosts files aside. A silent one holds up nobody else: of the system's own
 * look-ups a process has two at a time, and connections to the database wait for them, too.
 */
export function createInternetFinder(openNameServers: () => NameServers): FindAddresses {
  return async (hostname) => {
    // Never asked of a name server (RFC 6761, 6.3).
    if (/(^|\.)localhost\.?$/i.test(hostname)) return [{ address: '127.0.0.1', family: 4 }];
    const servers = openNameServers();
    const [v4, v6] = await Promise.allSettled([
      servers.resolve4(hostname),
      servers.resolve6(hostname),
    ]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    // IPv4 first: nothing here tells whether this machine has IPv6.
    return [...listed(v4, 4), ...listed(v6, 6)];
  };
}

function listed(found: PromiseSettledResult<readonly string[]>, family: 4 | 6): LookupAddress[] {
  if (found.status === 'rejected') return [];
  return found.value.map((address) => ({ address, family }));
}

/** Lookups of one name are shared, so that an unresponsive name occupies only one slot. */
export function shareLookups(find: FindAddresses): FindAddresses {
  const underWay = new Map<string, ReturnType<FindAddresses>>();
  return (hostname) => {
    const known = underWay.get(hostname);
    if (known !== undefined) return known;
    const finding = find(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, finding);
    return finding;
  };
}

/** A `Resolver` for each name: it reads the system's name servers once, and these change. */
export const findOnInternet = createInternetFinder(
  () => new Resolver({ timeout: 2_000, tries: 2 }),
);

/** As the system does, hosts files and names of its own network included. */
export const findOnSystem = shareLookups((hostname) =>
  lookup(hostname, { all: true, hints: ADDRCONFIG }),
);

/** Only who may reach this machine needs the names that it and its network give. */
export function finderFor(isAllowedAddress: (address: string) => boolean): FindAddresses {
  return isAllowedAddress('127.0.0.1') ? findOnSystem : findOnInternet;
}
