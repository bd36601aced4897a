export type LogLevel = 'INFO' | 'LOG' | 'WARN' | 'ERROR' | 'CHECKPOINT';

/** An event for the operator's eyes: never contains a key, never what a person said. */
export interface LogEntry {
  readonly orgId: string;
  readonly type: 'API' | 'Webhook' | 'Call' | 'Provider';
  /** Epoch ms. */
  readonly time: number;
  readonly callId?: string | null;
  readonly assistantId?: string | null;
  readonly phoneNumberId?: string | null;
  readonly squadId?: string | null;
  readonly customerId?: string | null;
  readonly webhookType?: string;
  readonly resource?: string;
  readonly requestDurationSeconds?: number;
  readonly requestMethod?: string;
  readonly requestPath?: string;
  readonly requestHttpCode?: number;
  readonly requestOrigin?: string;
  readonly requestIpAddress?: string;
  readonly requestQuery?: string;
  readonly error?: string;
  /** One sentence, for the log of a call. */
  readonly message?: string;
  /** @default 'ERROR' with an error, else 'INFO' */
  readonly level?: LogLevel;
  /** What else there is to say, in fields. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Writes a line of a call's own log. */
export type WriteLine = (line: Pick<LogEntry, 'message' | 'level' | 'error' | 'body'>) => void;

/** Writes in batches without blocking the caller; what cannot be written is reported in the server's own log. */
export interface LogWriter {
  write(entry: LogEntry): void;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
  /** Calls that are being deleted: what is still to come of them, as of a webhook under way, is dropped. */
  forgetCalls(callIds: readonly string[]): void;
  close(): Promise<void>;
}
