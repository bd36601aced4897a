import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TlsCertificate {
  /** Files in PEM. */
  readonly cert: string;
  readonly key: string;
  /** SHA-256 of the public key, in base64. */
  readonly keyHash: string;
}

/** Signed by itself, good for two days. */
export function makeCertificate(host: string): TlsCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-certificate-'));
  const cert = join(folder, 'cert.pem');
  const key = join(folder, 'key.pem');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`],
      ...['-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
  const { publicKey } = new X509Certificate(readFileSync(cert));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return { cert, key, keyHash: createHash('sha256').update(spki).digest('base64') };
}
