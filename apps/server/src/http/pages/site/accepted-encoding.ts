import type { Encoding } from './origin-documents.ts';

/** The smallest encoding that an Accept-Encoding header takes. Absent: as it is. */
export function acceptedEncoding(header = ''): Encoding {
  const taken = new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, weight]) => weight === undefined || !/^q=0(?:\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : 'identity';
}
