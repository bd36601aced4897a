import { setTimeout as wait } from 'node:timers/promises';
import type { Attributes, Context, HrTime, Tracer } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { TracesConfig } from '../config/config.ts';
import type { OpenSpan, SpanAttributes, SpanOptions, Spans } from './spans.ts';

/** A name and a version of what makes the spans. */
const SCOPE = { name: 'kindling' } as const;
/** How long spans wait for others, ms. */
const BATCH_DELAY = 1_000;
const CLOSE_TIMEOUT = 3_000;

/**
 * Sends spans to a collector by OTLP over HTTP, in batches, beside the calls. The packages for it are loaded here, and
 * only here.
 */
export async function openSpans(config: TracesConfig, log: Logger): Promise<Spans> {
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const warn = (message: string) => log.warn({ reason: message }, 'traces not sent');
  const silent = () => {};
  api.diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    api.DiagLogLevel.WARN,
  );
  const { url, headers, timeout, serviceName, resourceAttributes } = config;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: timeout });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ ...resourceAttributes, 'service.name': serviceName }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: BATCH_DELAY,
        exportTimeoutMillis: timeout,
      }),
    ],
  });
  const tracer = provider.getTracer(SCOPE.name);
  return {
    capturesContent: config.capturesContent,
    start: (name, options) => openSpan({ tracer, api }, api.ROOT_CONTEXT, { name, ...options }),
    async close() {
      const shutdown = provider.shutdown().catch((error: unknown) => warn(String(error)));
      // A collector that is away does not hold up the end of the server.
      await Promise.race([shutdown, wait(CLOSE_TIMEOUT, undefined, { ref: false })]);
    },
  };
}

interface Tracing {
  readonly tracer: Tracer;
  readonly api: typeof import('@opentelemetry/api');
}

function openSpan(
  tracing: Tracing,
  parent: Context,
  { name, at, attributes = {} }: SpanOptions & { readonly name: string },
): OpenSpan {
  const { tracer, api } = tracing;
  const span = tracer.startSpan(
    name,
    { startTime: toTime(at), attributes: { ...attributes } as Attributes },
    parent,
  );
  const context = api.trace.setSpan(parent, span);
  return {
    start: (child, options) => openSpan(tracing, context, { name: child, ...options }),
    set: (more: SpanAttributes) => void span.setAttributes({ ...more } as Attributes),
    end(endedAt, failure) {
      if (failure !== undefined) {
        span.setAttribute('error.type', failure);
        span.setStatus({ code: api.SpanStatusCode.ERROR });
      }
      span.end(toTime(endedAt));
    },
  };
}

/** Whole ms, exactly: the parts of a turn add up. */
function toTime(at: number): HrTime {
  const ms = Math.round(at);
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];
}
