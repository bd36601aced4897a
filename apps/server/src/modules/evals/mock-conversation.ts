import type { ActiveAssistant } from '@kindling/conversation';
import type {
  EvalAiPlan,
  EvalContinuePlan,
  EvalJudgePlan,
  EvalMessage,
  EvalResultMessage,
} from '@kindling/protocol';
import type { Subject } from '../test-suites/subject.ts';
import { judgeReply, SILENCE } from './judge/judge-reply.ts';
import type { Failure, JudgedLine, Reply } from './judge/verdict.ts';
import { createTalk } from './talk.ts';
import { callsOf } from './tool-calls.ts';

export interface MockConversationOptions {
  readonly subject: Pick<Subject, 'first' | 'handOff'>;
  readonly messages: readonly EvalMessage[];
  /** Has a model judge the last of these lines. */
  readonly judgeByModel: (
    plan: EvalAiPlan,
    lines: readonly JudgedLine[],
    target: ActiveAssistant,
  ) => Promise<Failure>;
  /** Gets every line as it is had: they are kept when a later one fails. */
  readonly onMessage: (message: EvalResultMessage) => void;
  /** Called before the target is asked; what it throws ends the conversation. */
  readonly beforeTurn: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Has a mock conversation with the target: what is mocked is said as it stands, and where a line is to be judged the
 * target answers. Tools are used where a line judges what they answer, and nowhere else.
 *
 * @throws when the target's model fails, and when aborted
 */
export async function haveMockConversation(options: MockConversationOptions): Promise<void> {
  const { judgeByModel, signal } = options;
  const talk = createTalk(options.subject, signal);
  const lines: JudgedLine[] = [];

  function note(message: EvalResultMessage): void {
    lines.push(
      lineOf(message.continuedWith ? { role: 'assistant', ...message.continuedWith } : message),
    );
    options.onMessage(message);
  }

  async function judgeTool(plan: EvalAiPlan): Promise<void> {
    const content = await talk.useTool();
    if (content === null) {
      const failureReason = 'No tool was called before this.';
      return note({ role: 'tool', judge: { status: 'fail', failureReason } });
    }
    const failure = await judgeByModel(plan, [...lines, { role: 'tool', content }], talk.speaker);
    note({ role: 'tool', content, judge: judgeOf(failure) });
  }

  async function mock({ content, toolCalls }: AssistantMessage): Promise<void> {
    const calls = callsOf(toolCalls ?? [], lines.length);
    const reply = { text: content ?? '', calls, called: await talk.readCalls(calls) };
    talk.goOn(reply);
    note({ role: 'assistant', ...shown(reply) });
  }

  async function judge(plan: EvalJudgePlan, reply: Reply, line: JudgedLine): Promise<Failure> {
    if (plan.type !== 'ai') return judgeReply(plan, reply);
    // Silence needs no model to be judged.
    if (reply.text === '' && reply.calls.length === 0) return SILENCE;
    return judgeByModel(plan, [...lines, line], talk.speaker);
  }

  /** Answers whether it passed. */
  async function judgeTurn(plan: EvalJudgePlan, then: EvalContinuePlan): Promise<boolean> {
    await options.beforeTurn();
    const reply = await talk.ask();
    const message = { role: 'assistant' as const, ...shown(reply) };
    const failure = await judge(plan, reply, lineOf(message));
    const next = await overridden(reply, then);
    talk.goOn(next);
    note({
      ...message,
      judge: judgeOf(failure),
      ...(next === reply ? {} : { continuedWith: shown(next) }),
    });
    return failure === null;
  }

  async function overridden(reply: Reply, then: EvalContinuePlan): Promise<Reply> {
    const text = then.contentOverride ?? null;
    const given = then.toolCallsOverride ?? null;
    if (text === null && given === null) return reply;
    const calls = given === null ? reply.calls : callsOf(given, lines.length);
    const called = given === null ? reply.called : await talk.readCalls(calls);
    return { text: text ?? reply.text, calls, called };
  }

  for (const message of options.messages) {
    signal.throwIfAborted();
    if (message.role === 'user' || message.role === 'system') {
      talk.hear(message.role, message.content);
      note({ role: message.role, content: message.content });
    } else if (message.role === 'tool') {
      if (message.judgePlan) await judgeTool(message.judgePlan);
      else {
        const content = message.content ?? '';
        // Without a tool call the model gets no result: endpoints reject a result without its call.
        talk.answerCall(content);
        note({ role: 'tool', content });
      }
    } else if (message.judgePlan) {
      const then = message.continuePlan ?? {};
      const passed = await judgeTurn(message.judgePlan, then);
      if (!passed && then.exitOnFailureEnabled === true) return;
    } else await mock(message);
  }
}

type AssistantMessage = Extract<EvalMessage, { role: 'assistant' }>;

/** A reply as results tell it: a handoff with where to. */
function shown({ text, called }: Pick<Reply, 'text' | 'called'>) {
  const toolCalls = called.map(({ name, arguments: given, handoffTo }) => ({
    name,
    arguments: handoffTo === null ? given : { destination: handoffTo, ...given },
  }));
  return {
    ...(text === '' ? {} : { content: text }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
}

/** As judges read it: without verdicts on it and others. */
function lineOf({ role, content, toolCalls }: EvalResultMessage): JudgedLine {
  return {
    role,
    ...(content === undefined ? {} : { content }),
    ...(toolCalls === undefined ? {} : { toolCalls }),
  };
}

const judgeOf = (failure: Failure) =>
  failure === null
    ? ({ status: 'pass' } as const)
    : ({ status: 'fail', failureReason: failure } as const);
