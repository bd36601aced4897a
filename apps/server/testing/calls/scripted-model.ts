import type { Model, ModelRequest, ToolCall } from '@kindling/conversation';

/** What the model does at one request: pieces of text and tool calls, an error among them is thrown. */
export type ScriptedReply = readonly (string | ToolCall | Error)[];

/** A model that says what a test wrote down; without a line left it is silent. */
export interface ScriptedModel extends Model {
  readonly requests: readonly ModelRequest[];
  reply(...pieces: ScriptedReply): void;
  /** What it says when nothing else is written down. @default nothing */
  otherwise(...pieces: ScriptedReply): void;
  /** Says these pieces and then nothing, until the request is aborted; resolves when it is silent. */
  hang(...pieces: ScriptedReply): Promise<void>;
}

export function createScriptedModel(provider: string): ScriptedModel {
  const requests: ModelRequest[] = [];
  let rest: ScriptedReply = [];
  const replies: { readonly pieces: ScriptedReply; readonly onHang?: () => void }[] = [];
  return {
    provider,
    requests,
    reply: (...pieces) => void replies.push({ pieces }),
    otherwise: (...pieces) => {
      rest = pieces;
    },
    hang: (...pieces) =>
      new Promise((onHang) => {
        replies.push({ pieces, onHang });
      }),
    async *respond(request) {
      requests.push(request);
      const { pieces, onHang } = replies.shift() ?? { pieces: rest };
      for (const piece of pieces) {
        if (piece instanceof Error) throw piece;
        yield piece;
      }
      if (onHang === undefined) return;
      onHang();
      await untilAborted(request.signal);
    },
  };
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal?.reason);
    if (signal?.aborted) fail();
    else signal?.addEventListener('abort', fail, { once: true });
  });
}
