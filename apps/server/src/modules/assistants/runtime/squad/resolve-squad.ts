import type {
  AssistantCreate,
  AssistantDestination,
  AssistantOverrides,
  FieldError,
  SquadCreate,
  SquadMember,
  Warning,
} from '@kindling/protocol';
import { ApiError } from '../../../../platform/errors/api-error.ts';
import { badFields } from '../../../../platform/errors/bad-field.ts';
import { checkPublicOverrides } from '../../../tokens/public-assistant.ts';
import type { CallRights } from '../../../tokens/token-store.ts';
import type { AssistantStore } from '../../assistant-store.ts';
import { ASSISTANT_DEFAULTS } from '../conversation-settings.ts';
import { applyOverrides } from '../resolve-assistant.ts';

export interface ResolvedMember {
  readonly name: string;
  /** Null: it exists only in the squad. */
  readonly assistantId: string | null;
  /** With the overrides of the member, of the squad and of the call. */
  readonly assistant: AssistantCreate;
  readonly destinations: readonly AssistantDestination[];
  /** Of the squad: what it says of this member that cannot be. */
  readonly warnings: readonly Warning[];
}

export interface ResolveSquadOptions {
  readonly orgId: string;
  readonly assistants: Pick<AssistantStore, 'find'>;
  /** Who starts it: a public key is held to its assistants and to what a page may change. */
  readonly token?: CallRights;
  /** Of the call, over everything else. */
  readonly overrides?: AssistantOverrides | undefined;
  /** Where the squad is in the request, for errors: '' or 'squad.'. */
  readonly path: string;
}

/**
 * Every member of a squad as it will speak.
 *
 * @throws `bad_request` for members that do not exist
 */
export async function resolveSquad(
  squad: Pick<SquadCreate, 'members' | 'membersOverrides'>,
  options: ResolveSquadOptions,
): Promise<ResolvedMember[]> {
  const stored = await Promise.all(squad.members.map((member) => findAssistant(member, options)));
  const missing = stored.flatMap((one, index): FieldError[] =>
    one === null
      ? [
          {
            path: `${options.path}members.${index}.assistantId`,
            message: 'There is no assistant with this id in your organisation.',
          },
        ]
      : [],
  );
  if (missing.length > 0) throw badFields(missing);
  const members = squad.members.map((member, index): ResolvedMember => {
    const own = stored[index] ?? {};
    const ofSquad = applyOverrides(
      applyOverrides(own, member.assistantOverrides),
      squad.membersOverrides,
    );
    if (options.token?.kind === 'public') checkPage(member, ofSquad, options.token, options);
    return {
      // Overrides for all would give all of them one name: a member is found by its own.
      name: member.assistantOverrides?.name ?? own.name ?? `Assistant ${index + 1}`,
      assistantId: member.assistantId ?? null,
      assistant: applyOverrides(ofSquad, options.overrides),
      destinations: member.assistantDestinations ?? [],
      warnings: [],
    };
  });
  return members.map((member, index) =>
    withReachable(member, index, { members, path: options.path }),
  );
}

async function findAssistant(
  { assistantId, assistant }: SquadMember,
  { assistants, orgId }: ResolveSquadOptions,
): Promise<AssistantCreate | null> {
  if (assistantId === undefined || assistantId === null) return assistant ?? null;
  return assistants.find(orgId, assistantId);
}

function checkPage(
  { assistantId }: SquadMember,
  assistant: AssistantCreate,
  token: CallRights,
  { overrides = {} }: ResolveSquadOptions,
): void {
  const allowed = token.allowedAssistantIds;
  if (allowed !== null && !allowed.includes(assistantId ?? '')) {
    throw new ApiError(
      'assistant_not_allowed',
      'This key may not call every assistant of this squad.',
    );
  }
  checkPublicOverrides(assistant, overrides, ASSISTANT_DEFAULTS);
}

/** Without destinations that nobody can reach, each with a warning. */
function withReachable(
  member: ResolvedMember,
  index: number,
  { members, path }: { readonly members: readonly ResolvedMember[]; readonly path: string },
): ResolvedMember {
  const names = members.map(({ name }) => name);
  const warnings: Warning[] = [];
  const destinations = member.destinations.filter(({ assistantName }, at) => {
    const found = names.filter((name) => name === assistantName).length;
    if (found === 1) return true;
    const message =
      found === 0
        ? `No member of this squad is named "${assistantName}": this destination is left out. Its members are: ${names.join(', ')}.`
        : `${found} members of this squad are named "${assistantName}": the first of them takes over. Give each a name of its own.`;
    warnings.push({
      path: `${path}members.${index}.assistantDestinations.${at}.assistantName`,
      message: message.slice(0, 1_000),
    });
    return found > 0;
  });
  return { ...member, destinations, warnings };
}
