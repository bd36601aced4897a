import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import type { TestServer } from '../../../testing/server/test-server.ts';
import { createOwnerKey } from './owner-key.ts';

/** A private-key file in memory. */
function createFile(content: string | null) {
  const file = {
    content,
    readPrivateKey: async () => file.content,
    keepPrivateKey: async (key: string) => {
      file.content = key;
    },
  };
  return file;
}

const statusOf = async (server: TestServer, key: string | null) =>
  (await server.send('GET', '/token', { key })).status;

describeWithServer('the key in the data folder', (server, database) => {
  const open = (content: string | null) => {
    const file = createFile(content);
    return { file, owner: createOwnerKey(database().db, file) };
  };
  const makeKey = () => server().addToken({ kind: 'private', name: 'kept' });
  const revoke = async (key: string) => {
    const found = await server().tokens.findByKey(key);
    await server().tokens.revoke(found?.id ?? '');
  };

  it('is replaced once it is revoked, and only then', async () => {
    const key = await makeKey();
    const { file, owner } = open(key);
    expect(await owner.replaceRevoked()).toBe(false);
    await revoke(key);
    expect(await owner.replaceRevoked()).toBe(true);
    expect(file.content).not.toBe(key);
    expect(await statusOf(server(), file.content)).toBe(200);
    expect(await owner.replaceRevoked()).toBe(false);
  });

  it('is not brought back where it was taken away, nor in place of another server’s', async () => {
    for (const content of [null, 'kd_prv_of-another-server']) {
      const { file, owner } = open(content);
      expect(await owner.replaceRevoked()).toBe(false);
      expect(file.content).toBe(content);
    }
  });

  it('is made anew when it was lost, and the kept one is revoked', async () => {
    const old = await makeKey();
    const { file, owner } = open(old);
    await owner.renew();
    expect(await statusOf(server(), old)).toBe(401);
    expect(await statusOf(server(), file.content)).toBe(200);
    const lost = open(null);
    await lost.owner.renew();
    expect(await statusOf(server(), lost.file.content)).toBe(200);
    expect(await statusOf(server(), file.content)).toBe(200);
    expect((await server().tokens.findByKey(lost.file.content ?? ''))?.orgId).toBe(server().orgId);
  });
});
