import type { CredentialProvider } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { z } from 'zod';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import { readJsonText } from '../../platform/errors/json-text.ts';
import type { HttpOut, HttpRequest } from '../../platform/http-client/http-out.ts';
import { isOutgoingError } from '../../platform/http-client/outgoing-error.ts';
import type { CredentialStore, OpenedCredential } from '../credentials/credential-store.ts';
import type { LogWriter } from '../logs/log-port.ts';

const TIMEOUT = 15_000;
const MAX_BYTES = 8 * 1_024 * 1_024;

/** What is asked of a provider; its key and headers come from the credential. */
export type ProviderRequest = Omit<HttpRequest, 'timeout' | 'mostBytes'>;

export interface ProviderQuestion<S extends z.ZodType> {
  readonly orgId: string;
  readonly provider: CredentialProvider;
  readonly ask: (credential: OpenedCredential) => ProviderRequest;
  readonly answer: S;
  readonly signal?: AbortSignal;
}

export interface ProviderAnswer<T> {
  readonly answer: T;
  readonly credentialId: string;
}

/**
 * Asks providers with the organisation's own credential.
 *
 * @throws `bad_request` without one, or with one that the provider refuses, and `provider_failed` when
 *   nothing useful came back
 */
export interface ProviderClient {
  ask<S extends z.ZodType>(question: ProviderQuestion<S>): Promise<ProviderAnswer<z.output<S>>>;
}

export interface ProviderClientOptions {
  readonly credentials: Pick<CredentialStore, 'openFor'>;
  readonly http: Pick<HttpOut, 'send'>;
  readonly logs: LogWriter;
  readonly clock: Clock;
}

export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const { credentials, http, logs, clock } = options;

  async function send(request: ProviderRequest, provider: string) {
    try {
      return await http.send({ ...request, timeout: TIMEOUT, mostBytes: MAX_BYTES });
    } catch (error) {
      if (!isOutgoingError(error)) throw error;
      throw failed(provider, error.message, error);
    }
  }

  return {
    async ask({ orgId, provider, ask, answer, signal }) {
      const credential = await credentials.openFor(orgId, provider);
      if (credential === null) throw noCredential(provider);
      const request = { ...ask(credential), ...(signal && { signal }) };
      const startedAt = clock.now();
      const entry = {
        ...({ orgId, type: 'Provider', resource: 'provider' } as const),
        requestMethod: request.method ?? 'GET',
        requestPath: new URL(request.url).pathname,
        body: { provider, credentialId: credential.id },
      };
      const report = (outcome: { requestHttpCode?: number; error?: string }) =>
        logs.write({
          ...entry,
          ...outcome,
          time: clock.now(),
          requestDurationSeconds: Math.max(0, Math.round(clock.now() - startedAt)) / 1_000,
        });
      try {
        const { status, text } = await send(request, provider);
        if (status === 401 || status === 403) throw refused(provider, credential.id, status);
        if (status >= 400) throw failed(provider, `it answered ${status}`);
        const parsed = answer.safeParse(readJsonText(text));
        if (!parsed.success) throw failed(provider, 'its answer was not understood', parsed.error);
        report({ requestHttpCode: status });
        return { answer: parsed.data, credentialId: credential.id };
      } catch (error) {
        report({ error: error instanceof ApiError ? error.message : 'The request was given up.' });
        throw error;
      }
    },
  };
}

function noCredential(provider: string): ApiError {
  return badProvider(
    `needs a credential of ${provider}, and your organisation has none. Store one with POST /credential.`,
  );
}

function refused(provider: string, credentialId: string, status: number): ApiError {
  return badProvider(
    `${provider} refused your credential ${credentialId} (${status}). Check its key with PATCH /credential/{id}.`,
  );
}

/** A refusal that names the field `provider`. */
export function badProvider(message: string): ApiError {
  return badField('provider', message);
}

function failed(provider: string, why: string, cause?: unknown): ApiError {
  return new ApiError(
    'provider_failed',
    `${provider} could not be asked: ${why}. Try again later.`,
    {
      cause,
    },
  );
}
