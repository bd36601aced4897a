import { describe, expect, it } from 'vitest';
import { createVault, VaultError } from './create-vault.ts';

const key = (fill: number) => Buffer.alloc(32, fill);

describe('a vault', () => {
  it('opens what it sealed, whatever the text', () => {
    const vault = createVault(key(1));
    for (const text of ['', 'sk-123', '🔑 “ключ”\n'.repeat(500)])
      expect(vault.open(vault.seal(text, 'row'), 'row')).toBe(text);
  });

  it('never seals alike twice, and shows nothing of the text', () => {
    const vault = createVault(key(1));
    const [first, second] = [vault.seal('sk-secret', 'row'), vault.seal('sk-secret', 'row')];
    expect(first.equals(second)).toBe(false);
    expect(first.includes('sk-secret')).toBe(false);
  });

  it('opens nothing that was moved, changed, cut or sealed with another key', () => {
    const vault = createVault(key(1));
    const sealed = vault.seal('sk-secret', 'row');
    expect(() => vault.open(sealed, 'other')).toThrow(VaultError);
    expect(() => createVault(key(2)).open(sealed, 'row')).toThrow(/CREDENTIAL_KEY/);
    for (const at of [0, 1, 13, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((sealed[at] ?? 0) ^ 1, at);
      expect(() => vault.open(changed, 'row'), `byte ${at}`).toThrow(VaultError);
    }
    expect(() => vault.open(sealed.subarray(0, 20), 'row')).toThrow(VaultError);
  });

  it('refuses a key of another length', () => {
    expect(() => createVault(Buffer.alloc(16))).toThrow(RangeError);
  });
});
