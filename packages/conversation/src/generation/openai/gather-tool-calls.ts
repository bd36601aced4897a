import type { ToolCall } from '../tools.ts';
import type { ToolCallPiece } from './completion-schema.ts';
import { ModelError } from './model-error.ts';

/** Puts tool calls together that arrive in pieces. */
export interface ToolCallGatherer {
  readonly begun: boolean;
  /** @throws a `ModelError` (`model_bad_answer`) for an absurd number of calls or characters */
  add(pieces: readonly ToolCallPiece[]): void;
  /** Those that have a name, in the order they were begun. */
  take(): ToolCall[];
}

interface Draft {
  readonly index: number | null;
  id: string;
  name: string;
  arguments: string;
  extra?: Readonly<Record<string, unknown>>;
}

/**
 * Some servers number nothing, some give every call the number 0: then a name under a new id is a new call, and
 * without ids one behind arguments that are whole. Some give every piece an id of its own: those have no name.
 */
function beginsAnother({ id, function: called }: ToolCallPiece, known: Draft): boolean {
  if (!called?.name || known.name === '') return false;
  if (id && known.id) return id !== known.id;
  return !id && !known.id && isWhole(known.arguments) && isWhole(called.arguments ?? '');
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const MAX_CALLS = 32;
const MAX_CHARACTERS = 100_000;

export function createToolCallGatherer(): ToolCallGatherer {
  let drafts: Draft[] = [];
  let size = 0;

  function draftOf(piece: ToolCallPiece): Draft {
    const { index } = piece;
    const known = drafts.findLast((draft) => index == null || draft.index === index);
    if (known !== undefined && !beginsAnother(piece, known)) return known;
    const draft = { index: index ?? null, id: '', name: '', arguments: '' };
    drafts.push(draft);
    return draft;
  }

  return {
    get begun() {
      return drafts.length > 0;
    },
    add(pieces) {
      for (const piece of pieces) {
        const draft = draftOf(piece);
        if (piece.id && draft.id === '') draft.id = piece.id;
        // A name is never sent in pieces, but some servers repeat it.
        if (piece.function?.name) draft.name = piece.function.name;
        draft.arguments += piece.function?.arguments ?? '';
        if (piece.extra_content) {
          draft.extra = piece.extra_content;
          size += JSON.stringify(piece.extra_content).length;
        }
        size += piece.function?.arguments?.length ?? 0;
      }
      if (drafts.length > MAX_CALLS || size > MAX_CHARACTERS) {
        throw new ModelError('model_bad_answer', 'The model server asks for too many tools.');
      }
    },
    take() {
      const calls = drafts.filter(({ name }) => name !== '');
      drafts = [];
      return calls.map(({ id, name, ...draft }) => ({
        type: 'tool-call',
        id: id || `call_${crypto.randomUUID()}`,
        name,
        arguments: draft.arguments.trim() === '' ? '{}' : draft.arguments,
        ...(draft.extra === undefined ? {} : { extra: draft.extra }),
      }));
    },
  };
}
