import { sign } from 'hono/jwt';
import { expect, it } from 'vitest';
import { createMeetingTokens } from './meeting-tokens.ts';

const secret = Buffer.alloc(32, 1);
const tokens = createMeetingTokens(secret);
const room = { orgId: 'org', name: 'staff' };

it('reads what it made, for the room or for all of the org', async () => {
  const config = { room_name: 'staff', is_owner: true, user_name: 'Ada', exp: 5 };
  expect(await tokens.read(await tokens.create('org', config), room)).toEqual(config);
  expect(await tokens.read(await tokens.create('org', {}), room)).toEqual({});
});

const made = (config: object = {}, org = 'org') => tokens.create(org, config);
it.each([
  ['another room', () => made({ room_name: 'other' })],
  ['another org', () => made({}, 'other')],
  ['another server', () => createMeetingTokens(Buffer.alloc(32, 2)).create('org', {})],
  ['another algorithm', () => sign({ org: 'org', kindling: {} }, secret.toString('hex'), 'HS512')],
  ['claims that are not ours', () => sign({ sub: 'org' }, secret.toString('hex'), 'HS256')],
  ['no signature', async () => (await made()).replace(/[^.]+$/, '')],
  ['nothing', async () => ''],
])('refuses a token of %s', async (_, token) => {
  await expect(tokens.read(await token(), room)).rejects.toMatchObject({ code: 'not_allowed' });
});

it('a changed claim does not fit the signature', async () => {
  const [head, , signature] = (await made({ room_name: 'other' })).split('.');
  const body = Buffer.from(JSON.stringify({ org: 'org', kindling: { is_owner: true } }));
  const forged = [head, body.toString('base64url'), signature].join('.');
  await expect(tokens.read(forged, room)).rejects.toMatchObject({ code: 'not_allowed' });
});
