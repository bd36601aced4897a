import type { ToolOf } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { HttpAnswer, HttpOut, HttpRequest } from '../../../platform/http-client/http-out.ts';
import { isOutgoingError } from '../../../platform/http-client/outgoing-error.ts';
import { sendWithBackoff } from '../../../platform/http-client/send-with-backoff.ts';
import type { LogWriter } from '../../logs/log-port.ts';
import { fillVariables } from '../../variables/variables.ts';
import { done, failed, NO_PARAMETERS, type ReadyTool, type ToolUse } from '../tool-kind.ts';
import { fixedValues, withoutFixed } from './fixed-values.ts';

type Values = Readonly<Record<string, unknown>>;

const DEFAULT_TIMEOUT_SECONDS = 20;

export interface ApiRequestServices {
  readonly http: Pick<HttpOut, 'send'>;
  readonly clock: Clock;
  readonly logs: Pick<LogWriter, 'write'>;
}

/** One HTTP request, made of what the model says and what the tool fixes. */
export function readyApiRequestTool(
  tool: ToolOf<'apiRequest'>,
  services: ApiRequestServices,
): ReadyTool {
  const parameters = tool.function?.parameters ?? tool.body ?? NO_PARAMETERS;
  return {
    definition: {
      name: tool.function?.name ?? tool.name ?? 'api_request',
      description: tool.function?.description ?? tool.description ?? '',
      parameters: withoutFixed({ ...parameters, type: 'object' }),
    },
    messages: tool.messages,
    async run(use) {
      const values = { ...use.context.variables, ...use.values };
      const body = { ...use.values, ...fixedValues(tool.body, values) };
      const request = {
        ...target(tool, values, body),
        headers: {
          ...(tool.method === 'GET' ? {} : { 'content-type': 'application/json' }),
          ...textHeaders(fixedValues(tool.headers, values)),
        },
        timeout: (tool.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1_000,
      };
      const answer = await logged(services, use, request, () =>
        sendWithBackoff(() => request, {
          http: services.http,
          clock: services.clock,
          signal: use.signal,
          plan: tool.backoffPlan ?? null,
        }),
      );
      if (answer.status >= 400 || answer.status < 200) {
        return failed(`The request was answered with ${answer.status}. ${answer.text}`);
      }
      keepVariables(tool, answer.text, use);
      return done(answer.text.trim() === '' ? 'Done.' : answer.text);
    },
  };
}

/** What was asked and how it went, without what was said and without keys. */
async function logged(
  { logs, clock }: ApiRequestServices,
  { context: { orgId, callId, assistantId } }: ToolUse,
  { url, method }: HttpRequest,
  send: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const time = clock.now();
  const write = (outcome: { requestHttpCode?: number; error?: string }) =>
    logs.write({
      orgId,
      callId,
      assistantId,
      type: 'Webhook',
      webhookType: 'api-request',
      time,
      ...(method === undefined ? {} : { requestMethod: method }),
      ...(URL.canParse(url) ? { requestPath: new URL(url).origin } : {}),
      requestDurationSeconds: (clock.now() - time) / 1_000,
      ...outcome,
    });
  try {
    const answer = await send();
    write({ requestHttpCode: answer.status });
    return answer;
  } catch (error) {
    write({
      error: isOutgoingError(error) ? `The request failed: ${error.message}.` : 'Given up.',
    });
    throw error;
  }
}

function target(tool: ToolOf<'apiRequest'>, values: Values, body: Values) {
  const encoded = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, encodeURIComponent(asText(value))]),
  );
  const url = fillVariables(tool.url, encoded);
  if (tool.method !== 'GET') return { url, method: tool.method, body: JSON.stringify(body) };
  if (!URL.canParse(url)) return { url, method: 'GET' };
  const asked = new URL(url);
  for (const [name, value] of Object.entries(body)) asked.searchParams.set(name, asText(value));
  return { url: asked.href, method: 'GET' };
}

function textHeaders(headers: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      // Line breaks would begin a header of their own.
      asText(value).replaceAll(/[^\t\x20-\x7e]/g, ' '),
    ]),
  );
}

/** Properties of the answer that the tool names: later tools can use them. */
function keepVariables(tool: ToolOf<'apiRequest'>, text: string, { context }: ToolUse): void {
  const { properties } = tool.variableExtractionPlan?.schema ?? {};
  if (typeof properties !== 'object' || properties === null) return;
  const answer = readObject(text);
  for (const name of Object.keys(properties)) {
    if (Object.hasOwn(answer, name)) context.variables[name] = answer[name];
  }
}

function readObject(text: string): Values {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Values) : {};
  } catch {
    return {};
  }
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
