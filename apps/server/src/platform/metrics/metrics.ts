import type { EndReason, TurnTiming } from '@kindling/protocol';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Health } from '../health/health.ts';

interface MediaNumbers {
  readonly rooms: number;
  readonly participants: number;
  readonly packetsReceived: number;
  readonly packetsSent: number;
  readonly packetsConcealed: number;
  readonly tracksForwarded: number;
}

interface Sources {
  readonly activeCalls: () => number;
  readonly unjoinedCalls: () => number;
  readonly meetings: () => {
    readonly meetings: number;
    readonly participants: number;
    readonly waiting: number;
  };
  readonly recordings: () => number;
  readonly media: () => MediaNumbers;
  /** Of what carries calls outside this server; null: nothing does. */
  readonly livekit: Health | null;
}

export interface HttpMetrics {
  observeRequest(request: { method: string; status: number; seconds: number }): void;
}

export interface CallMetrics {
  callCreated(): void;
  callEnded(reason: EndReason): void;
  /** It goes on at another node. */
  callMoved(): void;
  turnAnswered(timing: TurnTiming): void;
}

/** What there is no more of when a call is refused: lines, those of the organisation, or those of the visitor. */
export const refusalReasons = ['lines', 'organisation', 'visitor'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export interface LineMetrics {
  callRejected(reason: RefusalReason): void;
}

export interface MailMetrics {
  /** Neither sent nor given up. */
  mailWaiting(count: number): void;
  mailSent(): void;
  mailFailed(outcome: 'retry' | 'given_up'): void;
}

/** Why the guide answered in place of this server's language model. */
export const takeoverReasons = ['slow', 'failed', 'withheld', 'resting', 'emergency'] as const;
export type TakeoverReason = (typeof takeoverReasons)[number];

export interface ModelMetrics {
  modelTakenOver(reason: TakeoverReason): void;
  sentenceWithheld(kind: string): void;
}

/** Why Flite spoke in the place of a voice that was installed. */
export const fallbackReasons = ['busy', 'late', 'failed', 'not-loaded'] as const;
export type FallbackReason = (typeof fallbackReasons)[number];

export interface VoiceMetrics {
  voiceFellBack(reason: FallbackReason): void;
}

export interface Metrics
  extends HttpMetrics,
    CallMetrics,
    LineMetrics,
    MailMetrics,
    ModelMetrics,
    VoiceMetrics {
  /** Read at every scrape. */
  watch(sources: Sources): void;
  /** Prometheus text. */
  text(): Promise<string>;
  readonly contentType: string;
  close(): void;
}

const TURN_PARTS = ['endpointing', 'transcriber', 'model', 'voice', 'transport', 'total'] as const;

/** The process's metrics in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'kindling_http_request_seconds',
    help: 'HTTP requests, by method and status.',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const created = new Counter({
    name: 'kindling_calls_created_total',
    help: 'Calls created.',
    registers,
  });
  const ended = new Counter({
    name: 'kindling_calls_ended_total',
    help: 'Calls ended, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const moved = new Counter({
    name: 'kindling_calls_moved_total',
    help: "Calls that were let go here, and are another node's.",
    registers,
  });
  const turns = new Histogram({
    name: 'kindling_turn_latency_ms',
    help: 'Last sample of a question to first sample of its answer, and the parts that add up to it.',
    labelNames: ['part'],
    buckets: [25, 50, 100, 200, 300, 450, 600, 750, 900, 1_100, 1_300, 2_000, 5_000],
    registers,
  });
  return {
    observeRequest: ({ method, status, seconds }) => requests.observe({ method, status }, seconds),
    callCreated: () => created.inc(),
    callEnded: (reason) => ended.inc({ reason }),
    callMoved: () => moved.inc(),
    turnAnswered(timing) {
      for (const part of TURN_PARTS) turns.observe({ part }, timing[part]);
    },
    ...createLineMetrics(registry),
    ...createMailMetrics(registry),
    ...createModelMetrics(registry),
    ...createVoiceMetrics(registry),
    watch: (sources) => watchSources(registry, sources),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => registry.clear(),
  };
}

/** Counts by reason; each is there from the start, at 0. */
function countByReason<Reason extends string>(
  registry: Registry,
  reasons: readonly Reason[],
  named: { readonly name: string; readonly help: string },
): (reason: Reason) => void {
  const counter = new Counter({ ...named, labelNames: ['reason'], registers: [registry] });
  for (const reason of reasons) counter.inc({ reason }, 0);
  return (reason) => counter.inc({ reason });
}

function createLineMetrics(registry: Registry): LineMetrics {
  const refused = countByReason(registry, refusalReasons, {
    name: 'kindling_calls_refused_total',
    help: 'Calls and connection tests refused, by what was full: the lines, those of the organisation, or those of the visitor.',
  });
  return { callRejected: refused };
}

function createMailMetrics(registry: Registry): MailMetrics {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'kindling_mail_waiting',
    help: 'Mail neither sent nor given up, when the queue was last looked at.',
    registers,
  });
  const sent = new Counter({ name: 'kindling_mail_sent_total', help: 'Mail sent.', registers });
  const failed = new Counter({
    name: 'kindling_mail_failed_total',
    help: 'Attempts to send that failed, by what comes next.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    mailWaiting: (count) => waiting.set(count),
    mailSent: () => sent.inc(),
    mailFailed: (outcome) => failed.inc({ outcome }),
  };
}

function createModelMetrics(registry: Registry): ModelMetrics {
  const registers = [registry];
  const takeovers = countByReason(registry, takeoverReasons, {
    name: 'kindling_model_takeovers_total',
    help: "Answers that the guide gave in place of this server's language model, by reason.",
  });
  const withheld = new Counter({
    name: 'kindling_sentences_withheld_total',
    help: 'Sentences of a language model that were not spoken, by what in them was not in its passages.',
    labelNames: ['kind'],
    registers,
  });
  return {
    modelTakenOver: takeovers,
    sentenceWithheld: (kind) => withheld.inc({ kind }),
  };
}

function createVoiceMetrics(registry: Registry): VoiceMetrics {
  const fallbacks = countByReason(registry, fallbackReasons, {
    name: 'kindling_voice_fallbacks_total',
    help: 'Sentences that Flite said in the place of an installed voice, by reason.',
  });
  return { voiceFellBack: fallbacks };
}

function watchLivekit(registry: Registry, health: Health): void {
  new Gauge({
    name: 'kindling_livekit_up',
    help: 'Whether the LiveKit that carries calls or meetings answers.',
    registers: [registry],
    async collect() {
      this.set((await health.isUp()) ? 1 : 0);
    },
  });
}

function watchSources(registry: Registry, sources: Sources): void {
  if (sources.livekit !== null) watchLivekit(registry, sources.livekit);
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('kindling_calls_active', 'Calls not ended.', sources.activeCalls);
  gauge('kindling_calls_unjoined', 'Calls that nobody has joined.', sources.unjoinedCalls);
  gauge('kindling_meetings_active', 'Meetings of people.', () => sources.meetings().meetings);
  gauge(
    'kindling_meeting_participants',
    'People in meetings.',
    () => sources.meetings().participants,
  );
  gauge(
    'kindling_meeting_waiting',
    'People who wait to be let into a meeting.',
    () => sources.meetings().waiting,
  );
  gauge('kindling_recordings_active', 'Recordings under way.', sources.recordings);
  gauge(
    'kindling_media_tracks_forwarded',
    'Tracks on their way to people, once for each who receives one.',
    () => sources.media().tracksForwarded,
  );
  gauge('kindling_media_rooms', 'Open rooms.', () => sources.media().rooms);
  gauge('kindling_media_participants', 'People in rooms.', () => sources.media().participants);
  gauge(
    'kindling_media_packets_received',
    'Audio packets received.',
    () => sources.media().packetsReceived,
  );
  gauge('kindling_media_packets_sent', 'Audio packets sent.', () => sources.media().packetsSent);
  gauge(
    'kindling_media_packets_concealed',
    'Lost packets concealed.',
    () => sources.media().packetsConcealed,
  );
}
