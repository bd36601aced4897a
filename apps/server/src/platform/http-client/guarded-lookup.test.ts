import type { LookupAddress, LookupOptions } from 'node:dns';
import { describe, expect, it } from 'vitest';
import {
  createInternetFinder,
  type FindAddresses,
  finderFor,
  findOnInternet,
  findOnSystem,
  shareLookups,
} from './find-addresses.ts';
import { guardedLookup } from './guarded-lookup.ts';
import { isPublicAddress } from './public-address.ts';

const V4 = '93.184.215.14';
const V6 = '2606:2800:21f:cb07::1';

/** What name servers say of each name; `null`: nothing, ever. */
type Answers = Record<
  string,
  { readonly 4?: readonly string[]; readonly 6?: readonly string[] } | null
>;

function nameServers(answers: Answers) {
  const asked: string[] = [];
  const ask = (family: 4 | 6) => async (hostname: string) => {
    asked.push(hostname);
    const answer = answers[hostname];
    if (answer === null) return new Promise<never>(() => {});
    const addresses = answer?.[family];
    if (addresses === undefined) throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    return addresses;
  };
  const servers = { resolve4: ask(4), resolve6: ask(6) };
  return { asked, find: createInternetFinder(() => servers) };
}

function look(find: FindAddresses, hostname: string, options: LookupOptions = { all: true }) {
  return new Promise<{ address: string | LookupAddress[]; family?: number | undefined }>(
    (resolve, reject) =>
      guardedLookup(isPublicAddress, find)(hostname, options, (error, address, family) =>
        error === null ? resolve({ address, family }) : reject(error),
      ),
  );
}

describe('names on the open internet', () => {
  const both = nameServers({ 'both.example': { 4: [V4], 6: [V6] } });

  it('are asked of name servers where this machine is closed, else of the system', () => {
    expect(finderFor(isPublicAddress)).toBe(findOnInternet);
    expect(finderFor(() => true)).toBe(findOnSystem);
  });

  it('have the addresses of both families, or of the one that is asked for', async () => {
    const four = { address: V4, family: 4 };
    const six = { address: V6, family: 6 };
    const of = async (options: LookupOptions) =>
      (await look(both.find, 'both.example', options)).address;
    expect(await of({ all: true })).toEqual([four, six]);
    expect(await of({ all: true, family: 6 })).toEqual([six]);
    expect(await of({ all: true, family: 'IPv4' })).toEqual([four]);
    expect(await look(both.find, 'both.example', { family: 6 })).toEqual(six);
    expect(await look(both.find, 'both.example', {})).toEqual(four);
  });

  it('need addresses of one family alone', async () => {
    const { find } = nameServers({ 'four.example': { 4: [V4] }, 'six.example': { 6: [V6] } });
    expect(await look(find, 'four.example')).toMatchObject({ address: [{ address: V4 }] });
    expect(await look(find, 'six.example')).toMatchObject({ address: [{ address: V6 }] });
    await expect(look(find, 'six.example', { family: 4 })).rejects.toMatchObject({
      code: 'unreachable',
    });
  });

  it('that nobody has cannot be reached', async () => {
    await expect(look(both.find, 'none.example')).rejects.toMatchObject({
      code: 'unreachable',
      message: 'its server cannot be found',
      cause: { code: 'ENOTFOUND' },
    });
  });

  it.each([
    { 4: [V4, '10.0.0.1'], 6: [V6] },
    { 4: [V4], 6: ['fd00::1'] },
    { 6: ['::ffff:127.0.0.1'] },
  ])('are refused with any address that is not: %j', async (answer) => {
    const { find } = nameServers({ 'mixed.example': answer });
    await expect(look(find, 'mixed.example')).rejects.toMatchObject({ code: 'closed_address' });
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost'])(
    'are not %s, and no name server is asked for it',
    async (hostname) => {
      const { find, asked } = nameServers({ [hostname]: { 4: [V4] } });
      await expect(look(find, hostname)).rejects.toMatchObject({ code: 'closed_address' });
      expect(asked).toEqual([]);
    },
  );

  it('may end in what only looks like it', async () => {
    const { find } = nameServers({ notlocalhost: { 4: [V4] } });
    expect(await look(find, 'notlocalhost', {})).toEqual({ address: V4, family: 4 });
  });

  it('do not wait for one whose name server is silent', async () => {
    const { find, asked } = nameServers({ 'silent.example': null, 'both.example': { 4: [V4] } });
    for (let nth = 0; nth < 8; nth += 1) void look(find, 'silent.example');
    expect(await look(find, 'both.example', {})).toEqual({ address: V4, family: 4 });
    expect(asked.filter((name) => name === 'silent.example')).toHaveLength(16);
  });
});

describe('shared look-ups', () => {
  it('ask once while one is under way, and again afterwards', async () => {
    const asked: PromiseWithResolvers<readonly LookupAddress[]>[] = [];
    const find = shareLookups(() => {
      const asking = Promise.withResolvers<readonly LookupAddress[]>();
      asked.push(asking);
      return asking.promise;
    });
    const four = { address: V4, family: 4 };
    const first = [find('a.example'), find('a.example'), find('b.example')];
    expect(asked).toHaveLength(2);
    for (const asking of asked) asking.resolve([four]);
    expect(await Promise.all(first)).toEqual([[four], [four], [four]]);

    const failing = [find('a.example'), find('a.example')];
    expect(asked).toHaveLength(3);
    asked[2]?.reject(new Error('no'));
    expect(await Promise.allSettled(failing)).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    void find('a.example');
    expect(asked).toHaveLength(4);
  });
});
