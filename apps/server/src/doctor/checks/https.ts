import type { Check, Scene } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';
import { type Answer, type Certificate, getAnswer } from '../looking/get-answer.ts';
import { codeOf, sayError } from '../looking/say-error.ts';

const DAY = 86_400_000;
/** Certificates of 90 days are renewed a month before their end: later something is wrong. */
const RENEW = 14 * DAY;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What visitors meet at PUBLIC_URL. */
export const https: Check = {
  name: 'https',
  async run(scene) {
    const { publicUrl, host } = scene.config;
    if (publicUrl === null)
      return [
        LOCAL.has(host)
          ? skipped('PUBLIC_URL is not set, and the server is for this machine alone.')
          : warn(
              'PUBLIC_URL is not set: browsers of other machines get no microphone without https.',
              'Put a proxy for HTTPS in front and set PUBLIC_URL to its address.',
            ),
      ];
    const url = new URL(publicUrl);
    if (url.protocol === 'http:')
      return LOCAL.has(url.hostname)
        ? [await whoAnswers(publicUrl, scene)]
        : [
            fail(
              `PUBLIC_URL is ${publicUrl}: browsers give such a page no microphone.`,
              'Put a proxy for HTTPS in front and set PUBLIC_URL to its https address.',
            ),
            await whoAnswers(publicUrl, scene),
          ];
    return lookAtHttps(url, scene);
  },
};

async function lookAtHttps(url: URL, scene: Scene): Promise<Finding[]> {
  const { config, timeout, ca } = scene;
  const found: Finding[] = [];
  if (config.trustedProxies === 0)
    found.push(
      warn(
        'TRUST_PROXY is 0: all visitors share the limits of one, the proxy.',
        'Set TRUST_PROXY to how many proxies stand in front, usually 1.',
      ),
    );
  try {
    const { certificate } = await getAnswer(`${url.href}healthz`, { timeout, ca });
    if (certificate !== null) found.push(judge(certificate, url.hostname));
  } catch (error) {
    return [...found, unreachable(url.href, error)];
  }
  found.push(await whoAnswers(url.href.replace(/\/$/, ''), scene));
  if (url.port === '') found.push(await lookAtRedirect(`http://${url.host}/`, url, timeout));
  return found;
}

function unreachable(url: string, error: unknown): Finding {
  const found = `${url} could not be reached from here: ${sayError(error)}.`;
  if (codeOf(error) === 'ENOTFOUND')
    return fail(found, 'Enter the name in the DNS, or correct PUBLIC_URL.');
  if (codeOf(error) === 'ECONNREFUSED' || codeOf(error) === 'EPROTO')
    return fail(found, 'Start the proxy for HTTPS, and have it listen at that address.');
  return warn(
    found,
    'Open it in a browser on another network; some routers bar only the way from inside.',
  );
}

function judge({ subject, fault }: Certificate, host: string): Finding {
  const until = new Date(subject.valid_to);
  const day = Number.isNaN(until.getTime()) ? subject.valid_to : until.toISOString().slice(0, 10);
  if (fault === 'CERT_HAS_EXPIRED')
    return fail(`The certificate for ${host} expired on ${day}.`, RENEWAL);
  if (fault === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return fail(
      `The certificate is for ${subject.subjectaltname ?? 'no name'}, not for ${host}.`,
      `Have the proxy show a certificate for ${host}.`,
    );
  if (fault !== null)
    return fail(
      `The certificate for ${host} is not trusted (${fault}).`,
      'Have the proxy show one of a public authority, with those between; for an authority of your own set NODE_EXTRA_CA_CERTS.',
    );
  const left = until.getTime() - Date.now();
  return left < RENEW
    ? warn(`The certificate for ${host} ends on ${day}.`, RENEWAL)
    : ok(`The certificate for ${host} is trusted until ${day}.`);
}

const RENEWAL = 'Renew it, and see why the proxy did not: its log says so.';

/** Whether it is this server: the key of its site is in no other database. */
async function whoAnswers(url: string, scene: Scene): Promise<Finding> {
  const { server, timeout, ca } = scene;
  let there: Answer;
  try {
    there = await getAnswer(`${url}/site-config.json`, { timeout, ca });
  } catch (error) {
    return unreachable(url, error);
  }
  if (server?.url == null)
    return there.status === 200 && siteKey(there) !== null
      ? warn(
          `A Kindling answers at ${url}, but none runs on this data folder.`,
          'Look which server the proxy leads to.',
        )
      : skipped(
          `No server runs on this data folder; ${url} answers ${there.status}.`,
          'Start the server, then run this again.',
        );
  if (there.status >= 502 && there.status <= 504)
    return fail(
      `The proxy at ${url} answers ${there.status}: it does not reach this server.`,
      `Have it lead to ${server.url}.`,
    );
  const here = await getAnswer(`${server.url}/site-config.json`, { timeout });
  if (siteKey(there) === null && there.status !== here.status)
    return fail(
      `${url} is not answered by a Kindling (status ${there.status}).`,
      `Have the proxy lead to ${server.url}, with every path.`,
    );
  return siteKey(there) === siteKey(here)
    ? ok(`${url} is answered by this server.`)
    : fail(
        `${url} is answered by another Kindling than the one of this data folder.`,
        `Have the proxy lead to ${server.url}, or correct PUBLIC_URL.`,
      );
}

function siteKey({ body }: Answer): string | null {
  try {
    return /"publicKey":"([^"]+)"/.exec(JSON.stringify(JSON.parse(body)))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Where the address without https leads. */
export async function lookAtRedirect(
  plain: string,
  target: URL,
  timeout: number,
): Promise<Finding> {
  try {
    const { status, headers } = await getAnswer(plain, { timeout });
    return isRedirect(status) && headers.location?.startsWith(target.origin)
      ? ok(`${plain} leads to https.`)
      : warn(
          `${plain} answers ${status} and does not lead to https.`,
          'Have the proxy redirect http to https: who types the name alone gets no microphone.',
        );
  } catch (error) {
    return warn(
      `${plain} does not answer: ${sayError(error)}.`,
      'Have the proxy redirect port 80 to https, for those who type the name alone.',
    );
  }
}

const isRedirect = (status: number) => status >= 301 && status <= 308 && status !== 304;
