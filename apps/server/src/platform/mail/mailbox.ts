import parseAddresses from 'nodemailer/lib/addressparser';
import { z } from 'zod';

/** One mailbox: a name to show, which may be empty, and an address. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const addressSchema = z.email().max(254);

/** Reads `Kindling <hello@kindling.example>` or a bare address; null when it is not exactly one mailbox. */
export function readMailbox(text: string): Mailbox | null {
  const found = parseAddresses(text, { flatten: true });
  const [mailbox] = found;
  if (found.length !== 1 || mailbox === undefined) return null;
  const address = addressSchema.safeParse(mailbox.address);
  return address.success ? { name: mailbox.name, address: address.data } : null;
}

/** What stands behind the at sign. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
