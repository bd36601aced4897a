import type { LookupAddress, LookupOptions } from 'node:dns';
import { type FindAddresses, finderFor } from './find-addresses.ts';
import { OutgoingError } from './outgoing-error.ts';

type IsAllowedAddress = (address: string) => boolean;

/** Resolves names for a socket and refuses those of which any address is not allowed. */
export function guardedLookup(
  isAllowedAddress: IsAllowedAddress,
  find: FindAddresses = finderFor(isAllowedAddress),
) {
  return (
    hostname: string,
    options: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    findAllowed(hostname, { find, isAllowedAddress, family: options.family }).then(
      ([first, ...others]) => {
        if (options.all === true) done(null, [first, ...others]);
        else done(null, first.address, first.family);
      },
      (error: OutgoingError) => done(error, []),
    );
  };
}

interface FindOptions {
  readonly find: FindAddresses;
  readonly isAllowedAddress: IsAllowedAddress;
  readonly family: LookupOptions['family'];
}

async function findAllowed(
  hostname: string,
  { find, isAllowedAddress, family }: FindOptions,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const addresses = await find(hostname).catch((cause: unknown) => {
    throw notFound(cause);
  });
  if (!addresses.every(({ address }) => isAllowedAddress(address))) throw closedAddress();
  const [first, ...others] = addresses.filter((one) => isOfFamily(one, family));
  if (first === undefined) throw notFound();
  return [first, ...others];
}

function isOfFamily(found: LookupAddress, family: LookupOptions['family'] = 0): boolean {
  return family === 0 || family === found.family || family === `IPv${found.family}`;
}

function notFound(cause?: unknown): OutgoingError {
  return new OutgoingError('unreachable', 'its server cannot be found', { cause });
}

export function closedAddress(): OutgoingError {
  return new OutgoingError('closed_address', 'its server is not on the open internet');
}
