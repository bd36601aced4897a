import { expect, it } from 'vitest';
import { readAccess } from './read-access.ts';

const id = '0b0c5a4e-6f0e-4b8e-9d3a-0d6f7c1f2a3b';

it('reads the id and the secret', () => {
  const access = { id, manageToken: 'abcDEF-_123456' };
  expect(readAccess({ pathname: `/scheduling/booking/${id}`, hash: '#abcDEF-_123456' })).toEqual(
    access,
  );
  expect(readAccess({ pathname: `/scheduling/booking/${id}/`, hash: '#abcDEF-_123456' })).toEqual(
    access,
  );
});

it.each([
  [`/scheduling/booking/${id}`, ''],
  [`/scheduling/booking/${id}`, '#'],
  [`/scheduling/booking/${id}`, '#with space in it'],
  ['/scheduling/booking/12', '#abcdefgh12345678'],
  ['/scheduling/booking/', '#abcdefgh12345678'],
])('refuses %s%s', (pathname, hash) => {
  expect(readAccess({ pathname, hash })).toBeNull();
});
