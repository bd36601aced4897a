import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailTransport, OutgoingMail } from './mail-transport.ts';

/**
 * Writes each mail into `folder` as an `.eml` file that mail programs open. Names sort by time; a
 * file appears whole or not at all, and one mail written twice is one file.
 */
export function createOutboxTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    delivery: 'outbox',
    async deliver(mail) {
      const { message } = await composer.sendMail(mail.content);
      if (!Buffer.isBuffer(message)) throw new TypeError('the composed mail is not a buffer');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(folder, fileName(mail), message);
    },
    close: () => composer.close(),
  };
}

function fileName({ id, queuedAt }: OutgoingMail): string {
  return `${queuedAt.toISOString().replaceAll(/[-:]/g, '')}-${id}.eml`;
}

async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const temporary = join(folder, `.${name}.part`);
  try {
    await using file = await open(temporary, 'w', 0o600);
    await file.writeFile(content);
    // A row is marked as sent after this: the file has to outlive a power cut then.
    await file.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await rename(temporary, join(folder, name));
}
