export { ApiClient, type ApiClientOptions } from './api-client.ts';
export { ApiError, type ApiErrorCode, type ApiErrorOptions, isApiError } from './api-error.ts';
export type {
  DownloadOperation,
  OperationAnswer,
  OperationInput,
  PagedItem,
  PagedOperation,
  Resources,
  StreamedEvent,
  StreamingOperation,
} from './operation-types.ts';
export type { ServerEvent } from './read-events.ts';
export {
  createTransport,
  type RequestOptions,
  type Transport,
  type TransportOptions,
  type TransportRequest,
} from './transport.ts';
export type { UploadOptions, UploadProgress } from './upload.ts';
