import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

/** What the server does with the next mails. */
export type SmtpBehaviour =
  | { readonly kind: 'accept' }
  | { readonly kind: 'refuse'; readonly at: 'sender' | 'recipient' | 'data'; readonly code: number }
  /** Takes the content, then hangs up without a reply. */
  | { readonly kind: 'drop' }
  /** Takes the content and says nothing until `release`. */
  | { readonly kind: 'hold' };

export interface TestSmtp {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Sessions that reached the content, whatever became of it. */
  readonly attempts: number;
  behave(behaviour: SmtpBehaviour): void;
  /** Accepts what is held. */
  release(): void;
  close(): Promise<void>;
}

const LOGIN = { user: 'school', pass: 'p@ss word' };

/** A real SMTP server on this machine that asks for a login and keeps what it takes. */
export async function startTestSmtp(login = LOGIN): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  let attempts = 0;
  let held: (() => void)[] = [];
  let behaviour: SmtpBehaviour = { kind: 'accept' };
  const refusal = (at: 'sender' | 'recipient' | 'data') =>
    behaviour.kind === 'refuse' && behaviour.at === at
      ? Object.assign(new Error('not today'), { responseCode: behaviour.code })
      : null;
  const server = new SMTPServer({
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth(auth, _session, callback) {
      const isKnown = auth.username === LOGIN.user && auth.password === LOGIN.pass;
      if (isKnown) callback(null, { user: LOGIN.user });
      else callback(Object.assign(new Error('unknown login'), { responseCode: 535 }));
    },
    onMailFrom: (_address, _session, callback) => callback(refusal('sender')),
    onRcptTo: (_address, _session, callback) => callback(refusal('recipient')),
    async onData(stream, { envelope }, callback) {
      const raw = await buffer(stream);
      attempts += 1;
      if (behaviour.kind === 'drop') {
        for (const connection of server.connections) connection.close();
        return;
      }
      const error = refusal('data');
      if (error !== null) return callback(error);
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const accept = () => {
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        callback();
      };
      if (behaviour.kind === 'hold') held.push(accept);
      else accept();
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const credentials = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}`;
  return {
    url: `smtp://${credentials}@127.0.0.1:${address.port}`,
    received,
    get attempts() {
      return attempts;
    },
    behave(next) {
      behaviour = next;
    },
    release() {
      for (const accept of held) accept();
      held = [];
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
