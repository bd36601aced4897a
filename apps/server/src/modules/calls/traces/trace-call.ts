import type { AssistantCreate, Call, CallMessage, TurnTiming } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { OpenSpan, SpanAttributes, Spans } from '../../../platform/telemetry/spans.ts';
import { keepsWords } from '../../assistants/retention-plans.ts';
import type { CallReporter } from '../webhooks/call-reporter.ts';

export interface TraceCallOptions {
  readonly call: Call;
  readonly assistant: AssistantCreate;
  /** Null: nothing is traced. */
  readonly spans: Spans | null;
  readonly now: () => number;
}

/** The parts of a turn, one behind another. */
const PARTS = ['endpointing', 'transcriber', 'model', 'voice', 'transport'] as const;
/** Characters of what was said on each side, at most. */
const MAX_CONTENT = 32_000;
const FAULTS = /error|failed|crashed|never-connected/;

/**
 * Traces a call beside what `reporter` tells the organisation's server, by the GenAI semantic conventions: a span for
 * the call, one for each turn whose parts add up to it, one for each tool.
 */
export function traceCall(reporter: CallReporter, options: TraceCallOptions): CallReporter {
  const { call, assistant, spans, now } = options;
  if (spans === null) return reporter;
  const root = spans.start(nameOf(assistant), {
    at: now(),
    attributes: aboutCall(call, assistant),
  });
  const tools = new Map<string, OpenSpan>();
  const mayCapture = spans.capturesContent && keepsWords(assistant);

  function handle(message: ServerMessage): void {
    if (message.type === 'turn-timing') traceTurn(root, message.timing, assistant, now());
    if (message.type === 'user-interrupted') root.start('interruption', { at: now() }).end(now());
    if (message.type === 'tool-calls')
      for (const { id, function: named } of message.toolCallList)
        tools.set(id, startTool(root, { id, name: named.name }, now()));
    if (message.type === 'tool-calls-result') {
      const { toolCallId, error } = message.toolCallResult;
      tools.get(toolCallId)?.end(now(), error === undefined ? undefined : 'tool_failed');
      tools.delete(toolCallId);
    }
    // What was said comes with the report.
    const isEnd = message.type === 'status-update' && message.status === 'ended';
    if (isEnd && !mayCapture) end(message.endedReason ?? '');
  }

  let isOver = false;
  function end(reason: string, messages: readonly CallMessage[] = []): void {
    if (isOver) return;
    isOver = true;
    for (const tool of tools.values()) tool.end(now(), 'call_ended');
    root.set({ 'kindling.call.ended_reason': reason, ...(mayCapture && contentOf(messages)) });
    root.end(now(), FAULTS.test(reason) ? reason : undefined);
  }

  return {
    handle(message) {
      handle(message);
      reporter.handle(message);
    },
    ended(report, ...costs) {
      end(report.endReason, report.messages);
      return reporter.ended(report, ...costs);
    },
    settled() {
      end('');
      return reporter.settled();
    },
  };
}

function nameOf({ name }: AssistantCreate): string {
  return name ? `invoke_agent ${name}` : 'invoke_agent';
}

function aboutCall(
  { id, orgId, assistantId }: Call,
  { name, model, observabilityPlan }: AssistantCreate,
): SpanAttributes {
  const { tags, metadata } = observabilityPlan ?? {};
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.conversation.id': id,
    ...(name && { 'gen_ai.agent.name': name }),
    ...(assistantId && { 'gen_ai.agent.id': assistantId }),
    ...aboutModel(model),
    'kindling.organisation.id': orgId,
    ...(tags?.length && { 'kindling.tags': tags }),
    ...Object.fromEntries(
      Object.entries(metadata ?? {}).map(([key, value]) => [
        `kindling.metadata.${key}`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  };
}

function aboutModel(model: AssistantCreate['model']): SpanAttributes {
  return {
    'gen_ai.provider.name': model?.provider ?? 'kindling',
    ...(model?.model && { 'gen_ai.request.model': model.model }),
  };
}

/** @param heardAt when the first sample of the answer went out: the end of the turn's latency */
function traceTurn(
  root: OpenSpan,
  timing: TurnTiming,
  { model }: AssistantCreate,
  heardAt: number,
): void {
  let at = Math.round(heardAt) - timing.total;
  const turn = root.start(`turn ${timing.turn}`, {
    at,
    attributes: { 'kindling.turn': timing.turn, 'kindling.turn.latency_ms': timing.total },
  });
  for (const part of PARTS) {
    const isModel = part === 'model';
    const span = turn.start(
      isModel && model?.model ? `chat ${model.model}` : isModel ? 'chat' : part,
      {
        at,
        attributes: {
          'kindling.turn.part': part,
          ...(isModel && { 'gen_ai.operation.name': 'chat', ...aboutModel(model) }),
        },
      },
    );
    at += timing[part];
    span.end(at);
  }
  turn.end(at);
}

function startTool(
  root: OpenSpan,
  { id, name }: { readonly id: string; readonly name: string },
  at: number,
): OpenSpan {
  return root.start(`execute_tool ${name}`, {
    at,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': id,
    },
  });
}

/** What was said on each side, as the conventions write it. */
function contentOf(messages: readonly CallMessage[]): SpanAttributes {
  const side = (role: CallMessage['role'], name: string) =>
    JSON.stringify(
      messages
        .filter((one) => one.role === role && one.message !== '')
        .map(({ message }) => ({ role: name, parts: [{ type: 'text', content: message }] })),
    ).slice(0, MAX_CONTENT);
  return {
    'gen_ai.input.messages': side('user', 'user'),
    'gen_ai.output.messages': side('bot', 'assistant'),
  };
}
