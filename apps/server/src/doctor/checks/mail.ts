import { randomUUID } from 'node:crypto';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import { createSmtpTransport } from '../../platform/mail/smtp-transport.ts';
import type { Check, Scene } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';
import { codeOf, sayError } from '../looking/say-error.ts';

/** Greeting, TLS and login of the mail server; a mail is sent only when a recipient was given. */
export const mail: Check = {
  name: 'mail',
  async run(scene) {
    const { smtpUrl, outboxFolder } = scene.config.mail;
    if (smtpUrl === null)
      return [skipped(`SMTP_URL is not set: mail is written to ${outboxFolder} and goes nowhere.`)];
    const found = await greet(smtpUrl, scene);
    if (scene.sendTo === null || found.some(({ status }) => status === 'fail')) return found;
    return [...found, await send(smtpUrl, scene.sendTo, scene)];
  },
};

async function greet(url: string, { timeout, ca }: Scene): Promise<Finding[]> {
  const { host } = new URL(url);
  const { auth, tls, ...settings } = parseConnectionUrl(url);
  const connection = new SmtpConnection({
    ...settings,
    ...((ca !== undefined || tls !== undefined) && {
      tls: { ...tls, ...(ca !== undefined && { ca }) },
    }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    const isSafe = connection.secure || isHere(host);
    const found = [
      isSafe
        ? ok(`${host} greets${connection.secure ? ', with TLS' : ''}.`)
        : warn(
            `${host} greets without TLS: mail and password can be read on the way.`,
            'Use smtps://, or a mail server with STARTTLS and ?requireTLS=true.',
          ),
    ];
    if (!auth?.user) return found;
    const login = { user: auth.user, pass: auth.pass ?? '' };
    await new Promise<void>((resolve, reject) =>
      connection.login({ credentials: login }, (error) => (error ? reject(error) : resolve())),
    );
    return [...found, ok(`${host} takes the login.`)];
  } catch (error) {
    return [fail(`${host}: ${sayError(error)}.`, mendOf(error))];
  } finally {
    connection.close();
  }
}

const isHere = (host: string) => /^(?:localhost|127\.[\d.]+|\[::1\])(?::|$)/.test(host);

function mendOf(error: unknown): string {
  switch (codeOf(error)) {
    case 'EAUTH':
      return 'Correct user and password in SMTP_URL; characters such as @ are percent-encoded.';
    case 'ETLS':
      return 'Give the mail server a certificate for its name, or take the name that it has a certificate for.';
    case 'EDNS':
    case 'ENOTFOUND':
      return 'Correct the host in SMTP_URL.';
    default:
      return 'Look whether the mail server runs, and whether this machine may reach its port: many networks bar port 25.';
  }
}

async function send(url: string, to: string, { config, timeout }: Scene): Promise<Finding> {
  const transport = createSmtpTransport(url);
  const content = {
    from: config.mail.from,
    to,
    subject: 'A mail from Kindling',
    text: 'npm run doctor was asked to send this mail. It needs no answer.',
  };
  try {
    await transport.deliver(
      { id: randomUUID(), queuedAt: new Date(), content },
      AbortSignal.timeout(timeout * 2),
    );
    return ok(`A mail to ${to} was taken; look whether it arrives, and not among spam.`);
  } catch (error) {
    return fail(
      `A mail to ${to} was not taken: ${sayError(error)}.`,
      'Look whether MAIL_FROM is a sender that this mail server lets you use.',
    );
  } finally {
    transport.close();
  }
}
