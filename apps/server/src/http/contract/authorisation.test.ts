import type { OperationName } from '@kindling/protocol';
import { beforeAll, expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { expectRefusal } from '../../../testing/requests/expect-refusal.ts';
import {
  operationNames,
  operationOf,
  samplePath,
} from '../../../testing/requests/sample-request.ts';
import { createKey } from '../../modules/tokens/key.ts';
import { includesRole, neededRole } from '../../modules/tokens/role.ts';

const UNLIMITED = {
  API_RATE_PER_IP: '1000000',
  CALL_RATE_PER_IP: '1000000',
  CALL_RATE_PER_KEY: '1000000',
  FORM_RATE_PER_IP: '1000000',
};

const restricted = operationNames.filter((name) => operationOf(name).access !== 'anyone');

/** All keys are looked up on one path: that it is taken, a call without a key shows for each. */
const ONE_OF_EACH_ACCESS = restricted.filter(
  (name, index) =>
    restricted.findIndex((other) => operationOf(other).access === operationOf(name).access) ===
    index,
);

describeWithServer(
  'the whole table of operations',
  (server) => {
    const keys: Record<string, string> = {};

    beforeAll(async () => {
      const { addToken, tokens, send, orgId } = server();
      const privately = { kind: 'private', name: 'x' } as const;
      keys.expired = await addToken({ ...privately, expiresAt: new Date(Date.now() - 1) });
      keys.disabled = await addToken({ ...privately, enabled: false });
      keys.revoked = await addToken(privately);
      await tokens.revoke((await tokens.findByKey(keys.revoked))?.id ?? '');
      keys.viewer = await addToken({ ...privately, role: 'viewer' });
      keys.editor = await addToken({ ...privately, role: 'editor' });
      keys.unknown = createKey('private');
      const session = await send('GET', `/org/${orgId}/auth`);
      keys.forged = `${session.json.accessToken.slice(0, -4)}AAAA`;
    });

    /** Without a body: who may not call is refused before anything is read. */
    const call = (name: OperationName, key: string | null) => {
      const operation = operationOf(name);
      return server().send(operation.method, samplePath(operation), { key });
    };

    it.each(restricted)('%s needs a key', async (name) => {
      expectRefusal(await call(name, null), '401 unauthenticated');
    });

    it.each(ONE_OF_EACH_ACCESS)('%s needs a key that is valid', async (name) => {
      const codes: Record<string, string> = {};
      for (const kind of ['unknown', 'forged', 'expired', 'disabled', 'revoked']) {
        const answer = await call(name, keys[kind] ?? '');
        codes[kind] = `${answer.status} ${answer.json.code}`;
      }
      expect(codes).toEqual({
        unknown: '401 unauthenticated',
        forged: '401 unauthenticated',
        expired: '401 token_expired',
        disabled: '401 token_disabled',
        revoked: '401 token_revoked',
      });
    });

    it.each(restricted)('%s is for its role and those above', async (name) => {
      const { access } = operationOf(name);
      if (access === 'anyone') throw new Error('not restricted');
      for (const role of ['viewer', 'editor'] as const) {
        const answer = await call(name, keys[role] ?? '');
        const refused = answer.status === 403 && /^This needs the role/.test(answer.json.message);
        expect([role, refused]).toEqual([role, !includesRole(role, neededRole(access))]);
        expect(answer.status).not.toBe(401);
      }
      const page = await call(name, server().publicKey);
      if (access !== 'public') expectRefusal(page, '403 forbidden');
      else expect([401, 403]).not.toContain(page.status);
    });

    it('asks nobody for a key only where a code, or nothing at all, is what opens it', () => {
      const open = operationNames.filter((name) => operationOf(name).access === 'anyone');
      expect(open.toSorted()).toEqual(['credential.webhook', 'org.acceptInvite']);
    });

    it('lets pages start calls and chats, and nothing else', () => {
      const open = operationNames.filter((name) => operationOf(name).access === 'public');
      expect(open.toSorted()).toEqual([
        'call.createWeb',
        'chat.createWeb',
        'chat.createWebResponse',
      ]);
    });
  },
  UNLIMITED,
);
