import type { ActiveAssistant, ModelMessage, ToolCall } from '@kindling/conversation';
import { askAssistant } from '../chats/answer-chat.ts';
import type { Subject } from '../test-suites/subject.ts';
import type { CalledTool, Reply } from './judge/verdict.ts';
import { readArguments } from './tool-calls.ts';

/** A conversation as its target knows it: what was said, who speaks, and which calls wait for an answer. */
export interface Talk {
  /** Who answers next: a handoff changes them. */
  readonly speaker: ActiveAssistant;
  hear(role: 'user' | 'system', content: string): void;
  /** The answer to the call that waits longest; false: none waits. */
  answerCall(content: string): boolean;
  /** Uses the tool of the call that waits longest, and answers it so. Null: none waits. */
  useTool(): Promise<string | null>;
  /** What the target says to all this; the conversation does not go on by it. */
  ask(): Promise<Reply>;
  readCalls(calls: readonly ToolCall[]): Promise<CalledTool[]>;
  /** Continues with this reply, and with the assistant that a handoff led to. */
  goOn(reply: Reply): void;
}

/** The result of a tool call that the conversation gives no answer to: no tool is really run. */
const NO_RESULT = 'No result is given.';

interface Waiting {
  readonly call: ToolCall;
  readonly by: ActiveAssistant;
}

export function createTalk(subject: Pick<Subject, 'first' | 'handOff'>, signal: AbortSignal): Talk {
  let speaker = subject.first;
  let known: ModelMessage[] = [];
  let waiting: readonly Waiting[] = [];

  function closeCalls(): void {
    // Endpoints refuse a call without an answer.
    for (const { call } of waiting) answer(call, NO_RESULT);
    waiting = [];
  }

  function answer({ id }: ToolCall, content: string): void {
    known.push({ role: 'tool', content, toolCallId: id });
  }

  function takeCall(): Waiting | undefined {
    const [first, ...others] = waiting;
    waiting = others;
    return first;
  }

  async function use(call: ToolCall, { tools }: ActiveAssistant): Promise<ToolOutcome> {
    if (tools === undefined) return { content: `There is no tool named ${call.name}.` };
    const result = await tools.run(call, { signal, messages: known, onSay: () => undefined });
    signal.throwIfAborted();
    return result;
  }

  /** Who takes over by a call; null: nobody does. Nothing outside is reached by it. */
  async function takenOverBy(call: ToolCall): Promise<string | null> {
    const definition = speaker.tools?.definitions.find(({ name }) => name === call.name);
    if (definition?.handsOver !== true) return null;
    const { effect } = await use(call, speaker);
    return effect?.type === 'handoff' ? effect.destination : null;
  }

  async function readCalls(calls: readonly ToolCall[]): Promise<CalledTool[]> {
    const called: CalledTool[] = [];
    for (const call of calls) called.push(describeCall(call, await takenOverBy(call)));
    return called;
  }

  function handOver(destination: string): void {
    const handoff = subject.handOff(destination);
    if (handoff === null) return;
    const prompt = speaker.settings.systemPrompt;
    speaker = handoff.to;
    if (handoff.history === 'forget') {
      known = [];
      waiting = [];
    }
    if (handoff.history === 'keep-prompts' && prompt !== '')
      known.unshift({ role: 'system', content: prompt });
  }

  return {
    get speaker() {
      return speaker;
    },
    readCalls,
    hear(role, content) {
      closeCalls();
      known.push({ role, content });
    },
    answerCall(content) {
      const next = takeCall();
      if (next !== undefined) answer(next.call, content);
      return next !== undefined;
    },
    async useTool() {
      const next = takeCall();
      if (next === undefined) return null;
      const { content } = await use(next.call, next.by);
      answer(next.call, content);
      return content;
    },
    async ask() {
      closeCalls();
      const { firstMessage, firstMessageMode } = speaker.settings;
      const speaksFirst = firstMessageMode === 'assistant-speaks-first';
      if (known.length === 0 && speaksFirst && firstMessage !== null)
        return { text: firstMessage, calls: [], called: [] };
      const { text, calls } = await readReply(speaker, known, signal);
      return { text, calls, called: await readCalls(calls) };
    },
    goOn({ text, calls, called }) {
      closeCalls();
      if (text === '' && calls.length === 0) return;
      known.push({
        role: 'assistant',
        content: text,
        ...(calls.length > 0 && { toolCalls: calls }),
      });
      waiting = calls.map((call) => ({ call, by: speaker }));
      const destination = called.find(({ handoffTo }) => handoffTo !== null)?.handoffTo ?? null;
      if (destination !== null) handOver(destination);
    },
  };
}

const describeCall = (call: ToolCall, handoffTo: string | null): CalledTool => ({
  name: call.name,
  arguments: readArguments(call),
  handoffTo,
});

async function readReply(
  speaker: ActiveAssistant,
  known: readonly ModelMessage[],
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly calls: readonly ToolCall[] }> {
  let text = '';
  const calls: ToolCall[] = [];
  for await (const piece of askAssistant(speaker, known, { signal, withTools: true }))
    if (typeof piece === 'string') text += piece;
    else calls.push(piece);
  signal.throwIfAborted();
  return { text: text.trimEnd(), calls };
}

type ToolOutcome = Pick<
  Awaited<ReturnType<NonNullable<ActiveAssistant['tools']>['run']>>,
  'content' | 'effect'
>;
