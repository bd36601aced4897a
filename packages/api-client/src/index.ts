export { ApiClient, type ApiClientOptions } from './api-client.ts';
export { ApiError, type ApiErrorCode, type ApiErrorOptions, isApiError } from './api-error.ts';
export type { OperationAnswer, OperationInput } from './operation-types.ts';
export {
  createTransport,
  type Transport,
  type TransportOptions,
  type TransportRequest,
} from './transport.ts';
