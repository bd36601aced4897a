/** Of an address as sockets report it; IPv4 within IPv6 counts as IPv4, a zone is left out. */
export function addressOctets(address: string): Buffer {
  const [bare = ''] = address.replace(/^::ffff:(?=.*\.)/i, '').split('%');
  if (!bare.includes(':')) return Buffer.from(bare.split('.').map(Number));
  const [head = '', tail] = bare.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const all = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
  return Buffer.from(all.join(''), 'hex');
}
