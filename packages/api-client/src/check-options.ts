import { ApiError } from './api-error.ts';
import type { Connection } from './send-request.ts';

/**
 * The same options.
 *
 * @throws an `ApiError` that names what does not fit
 */
export function checkOptions<Options extends Connection>(options: Options): Options {
  const { token, baseUrl } = options;
  // Pages may give a path of their own server.
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl, globalThis.location?.href))
    throw refusal('baseUrl', 'must be the address of a server, such as http://127.0.0.1:8787.');
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
    throw refusal('token', 'must be a key, without spaces or line ends.');
  return options;
}

function refusal(path: string, message: string): ApiError {
  const fields = [{ path, message }];
  return new ApiError(`${path} ${message}`, { code: 'bad_request', fields });
}
