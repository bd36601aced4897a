import type { Model, ToolRunner } from '@kindling/conversation';
import { squadCreateSchema } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../platform/errors/api-error.ts';
import type { RouterPosition } from '../router.ts';
import { resolveSquad } from './resolve-squad.ts';
import { createSquadRouter } from './squad-router.ts';

const ORG = '00000000-0000-4000-8000-000000000001';
const model: Model = {
  provider: 'kindling',
  async *respond() {
    yield 'From the facts.';
  },
};
const to = (assistantName: string, more: object = {}) => ({
  type: 'assistant',
  assistantName,
  ...more,
});

async function open(members: object[], tools?: ToolRunner, position?: RouterPosition | null) {
  const squad = squadCreateSchema.parse({ members });
  const resolved = await resolveSquad(squad, {
    orgId: ORG,
    path: '',
    assistants: { find: async () => null },
  });
  return createSquadRouter(resolved, {
    resolveRuntime: async (assistant) => {
      if (assistant.voice?.provider === 'elsewhere') {
        const fields = [{ path: 'assistant.voice.provider', message: 'is not here.' }];
        throw new ApiError('bad_request', 'assistant.voice.provider: is not here.', { fields });
      }
      return { model, ...(tools === undefined ? {} : { tools }) };
    },
    now: () => new Date(0),
    onFault: () => {},
    path: 'squad.',
    position,
  });
}

const run = (name: string) => ({ type: 'tool-call', id: 'call_1', name, arguments: '{}' }) as const;
const heard = (said: string) => ({
  signal: new AbortController().signal,
  onSay: () => {},
  messages: [{ role: 'user', content: said }],
});

describe('a squad', () => {
  it('goes on with the member who spoke', async () => {
    const members = [{ assistant: { name: 'Ada' } }, { assistant: { name: 'Bea' } }];
    const first = await open(members);
    expect(first.position()).toEqual({ type: 'squad', member: 'Ada' });
    first.handOff('Bea');
    const second = await open(members, undefined, first.position());
    expect([second.speaker.name, second.position()]).toEqual(['Bea', first.position()]);
    const renamed = await open([{ assistant: { name: 'Eve' } }], undefined, first.position());
    expect(renamed.speaker.name).toBe('Eve');
  });

  it('lets the guide hand over when the words fit a destination', async () => {
    const router = await open([
      {
        assistant: { name: 'Ada' },
        assistantDestinations: [
          to('Bea', { description: 'invoices and bills', message: 'Bea knows.' }),
          to('Cy', { description: 'technical trouble' }),
        ],
      },
      { assistant: { name: 'Bea' } },
      { assistant: { name: 'Cy' } },
    ]);
    const { tools } = router.speaker;
    const answers: unknown[] = [];
    for (const content of ['who are you?', 'there is an error in my invoice']) {
      const messages = [{ role: 'user', content } as const];
      const definitions = tools?.definitions ?? [];
      for await (const piece of router.speaker.model.respond({ messages, tools: definitions }))
        answers.push(piece);
    }
    expect(answers).toMatchObject(['From the facts.', { name: 'hand_over_to_Bea' }]);
    const result = await tools?.run(run('hand_over_to_Bea'), heard('my invoice'));
    expect(result).toMatchObject({ say: 'Bea knows.', failed: false });
  });

  it('keeps the tools of its own beside, and tells equal names apart', async () => {
    const own: ToolRunner = {
      definitions: [{ name: 'weather', description: '', parameters: {} }],
      run: async ({ id, name }) => ({ toolCallId: id, name, content: 'dry', failed: false }),
    };
    const members = [
      {
        assistant: { name: 'Ada' },
        assistantDestinations: [to('Bea Smith'), to('Bea-Smith')],
      },
      { assistant: { name: 'Bea Smith' } },
      { assistant: { name: 'Bea-Smith' } },
    ];
    const { tools } = (await open(members, own)).speaker;
    expect(tools?.definitions.map(({ name }) => name)).toEqual([
      ...['hand_over_to_Bea_Smith', 'hand_over_to_Bea_Smith_2', 'weather'],
    ]);
    expect((await tools?.run(run('weather'), heard('')))?.content).toBe('dry');
    const second = await tools?.run(run('hand_over_to_Bea_Smith_2'), heard(''));
    expect(second?.effect).toEqual({ type: 'handoff', destination: 'Bea-Smith' });
  });

  it('tells the next one what its transfer tool says it may know', async () => {
    const tool = {
      type: 'transferCall',
      destinations: [to('Bea', { transferMode: 'delete-history' })],
    };
    const router = await open([
      { assistant: { name: 'Ada', model: { provider: 'kindling', tools: [tool] } } },
      { assistant: { name: 'Bea' } },
    ]);
    expect(router.handOff('Bea')?.history).toBe('forget');
  });

  it('stops two that only hand over to each other, until the person speaks', async () => {
    const router = await open([
      { assistant: { name: 'Ada' }, assistantDestinations: [to('Bea')] },
      { assistant: { name: 'Bea' }, assistantDestinations: [to('Ada')] },
    ]);
    const failures: boolean[] = [];
    for (let step = 0; step < 10; step += 1) {
      const [definition] = router.speaker.tools?.definitions ?? [];
      const call = run(definition?.name ?? '');
      const result = await router.speaker.tools?.run(call, heard('hm'));
      failures.push(result?.failed ?? true);
      if (result?.effect?.type === 'handoff') router.handOff(result.effect.destination);
    }
    expect(failures.indexOf(true)).toBe(8);
    const [definition] = router.speaker.tools?.definitions ?? [];
    const later = { ...heard('hm'), messages: [...heard('hm').messages, ...heard('x').messages] };
    expect((await router.speaker.tools?.run(run(definition?.name ?? ''), later))?.failed).toBe(
      false,
    );
  });

  it('stops them where they do so by tools of their own, too', async () => {
    let other = '';
    const own: ToolRunner = {
      definitions: [{ name: 'handoff', description: '', parameters: {} }],
      run: async ({ id, name }) => ({
        ...{ toolCallId: id, name, content: `${other} takes over.`, failed: false },
        effect: { type: 'handoff', destination: other },
      }),
    };
    const router = await open(
      [{ assistant: { name: 'Ada' } }, { assistant: { name: 'Bea' } }],
      own,
    );
    let hops = 0;
    for (; hops < 20; hops += 1) {
      other = router.speaker.name === 'Ada' ? 'Bea' : 'Ada';
      const result = await router.speaker.tools?.run(run('handoff'), heard('hm'));
      if (result?.effect === undefined) break;
      router.handOff(other);
    }
    expect(hops).toBe(8);
  });

  it('names the member that this server cannot play', async () => {
    const members = [
      { assistant: { name: 'Ada' } },
      { assistant: { name: 'Bea', voice: { provider: 'elsewhere' } } },
    ];
    await expect(open(members)).rejects.toMatchObject({
      message: 'squad.members.1.assistant.voice.provider: is not here.',
      fields: [{ path: 'squad.members.1.assistant.voice.provider' }],
    });
  });
});
