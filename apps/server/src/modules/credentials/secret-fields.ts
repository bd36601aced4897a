import { isFields } from '../../platform/errors/is-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What may be read again. Everything else that a credential has is taken for a secret. */
const OPEN_FIELDS: ReadonlySet<string> = new Set([
  ...['provider', 'name', 'type', 'region', 'service', 'models', 'url', 'apiUrl', 'path'],
  ...['fallbackIndex', 'bucketPlan', 'containerName', 's3BucketName', 's3PathPrefix'],
  ...['awsAccessKeyId', 'accessKeyId', 'accountId', 'accountEmail', 'accountSid', 'userId'],
  ...['teamId', 'publicKey', 'openAIEndpoint', 'vonageApplicationId', 'authorizationId'],
  ...['authenticationPlan', 'authenticationSession', 'expiresAt', 'clientId', 'scope'],
  ...['algorithm', 'signatureHeader', 'timestampHeader', 'signaturePrefix', 'includeTimestamp'],
  ...['payloadFormat', 'messageIdHeader', 'signatureEncoding', 'secretIsBase64'],
  ...['gcpKey', 'projectId', 'privateKeyId', 'clientEmail', 'authUri', 'tokenUri'],
  ...['authProviderX509CertUrl', 'clientX509CertUrl', 'universeDomain'],
  ...['gateways', 'outboundAuthenticationPlan', 'authUsername', 'sipRegisterPlan', 'domain'],
  ...['username', 'realm', 'outboundLeadingPlusEnabled', 'techPrefix', 'sipDiversionHeader'],
]);

export interface SplitFields {
  readonly open: Record<string, unknown>;
  /** The same shape, with what is left out of `open`. */
  readonly secret: Record<string, unknown>;
}

/** Parts what may be shown from what must be sealed, at every depth. */
export function splitSecrets(fields: Fields): SplitFields {
  const open: Record<string, unknown> = {};
  const secret: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (!OPEN_FIELDS.has(name)) secret[name] = value;
    else if (isFields(value)) {
      const inner = splitSecrets(value);
      open[name] = inner.open;
      if (Object.keys(inner.secret).length > 0) secret[name] = inner.secret;
    } else open[name] = value;
  }
  return { open, secret };
}

/** The opposite of `splitSecrets`. */
export function joinSecrets(open: Fields, secret: Fields): Record<string, unknown> {
  const joined: Record<string, unknown> = { ...open };
  for (const [name, value] of Object.entries(secret)) {
    const beside = joined[name];
    joined[name] = isFields(beside) && isFields(value) ? joinSecrets(beside, value) : value;
  }
  return joined;
}

/**
 * A credential after a change. Fields that are named are replaced, and null takes one away; inside a
 * plan, secrets that are not named are kept: clients cannot read them to send them back.
 */
export function changeCredential(before: SplitFields, change: Fields): Record<string, unknown> {
  const whole = joinSecrets(before.open, before.secret);
  for (const [name, value] of Object.entries(change)) {
    const kept = before.secret[name];
    if (value === null) delete whole[name];
    else whole[name] = isFields(value) && isFields(kept) ? joinMissing(value, kept) : value;
  }
  return whole;
}

function joinMissing(value: Fields, kept: Fields): Record<string, unknown> {
  const joined: Record<string, unknown> = { ...value };
  for (const [name, secret] of Object.entries(kept)) {
    const given = joined[name];
    if (given === undefined) joined[name] = secret;
    else if (isFields(given) && isFields(secret)) joined[name] = joinMissing(given, secret);
  }
  return joined;
}
