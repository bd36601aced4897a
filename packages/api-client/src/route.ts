import type { Method, OperationName } from '@kindling/protocol';
import { ApiError } from './api-error.ts';
import { ROUTES } from './routes.ts';

/** A row of the table, taken apart. */
export interface Route {
  readonly method: Method;
  readonly template: string;
  /** Names in the path, in order. */
  readonly params: readonly string[];
  readonly body: 'none' | 'json' | 'form';
  readonly query: boolean;
  readonly creates: boolean;
  readonly open: boolean;
}

export function readRoute(name: OperationName): Route {
  const [method = 'GET', template = '/', ...flags] = ROUTES[name].split(' ');
  return {
    method: method as Method,
    template,
    params: [...template.matchAll(/\{(\w+)\}/g)].map(([, param]) => param ?? ''),
    body: flags.includes('form') ? 'form' : flags.includes('body') ? 'json' : 'none',
    query: flags.includes('query'),
    creates: flags.includes('new'),
    open: flags.includes('open'),
  };
}

/**
 * The path with its parameters filled in.
 *
 * @throws an `ApiError` where one is left out: without it, it is another path
 */
export function fillPath(template: string, params: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (value !== '') return encodeURIComponent(value);
    throw new ApiError(`Give ${name}: ${template} needs it.`, {
      code: 'bad_request',
      fields: [{ path: name, message: 'is needed.' }],
    });
  });
}
