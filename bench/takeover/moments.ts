import type { Organisation } from './organisation.ts';
import { introduce, NAME, pause, STORY_WISH, type Talk } from './talk.ts';

/** When a node is killed: at a random time within so many ms after `lead` has resolved. */
export interface Moment {
  readonly name: string;
  readonly within: number;
  /** Talks until the moment comes. Absent: the call is only being made, see `stage`. */
  readonly lead?: (talk: Talk, organisation: Organisation) => Promise<void>;
  /** @default `assistant` */
  readonly answeredBy?: keyof Organisation['answers'];
  /** What is answered when the caller asks for their name. */
  readonly knows?: RegExp;
  /** @default `call` */
  readonly stage?: 'creating' | 'connecting';
  /** The next node that has the call is killed as well, so many ms later at most. */
  readonly again?: number;
  /** The caller is gone, or the call is over: nothing is heard again. */
  readonly ends?: true;
}

const nothing = async () => {};

const IN_KITCHEN = {
  within: 4_000,
  knows: new RegExp(`Your name is ${NAME}, says the kitchen`),
  async lead(talk: Talk) {
    await introduce(talk);
    const after = performance.now();
    talk.type('The kitchen, please.');
    await talk.untilSaid(/kitchen/, { after });
  },
};

export const MOMENTS: readonly Moment[] = [
  { name: 'while the call is created', stage: 'creating', within: 60 },
  { name: 'while the page connects', stage: 'connecting', within: 400 },
  { name: 'right after the start', within: 300, lead: nothing },
  {
    name: 'in the first message',
    within: 4_000,
    lead: async (talk) => void (await talk.untilVoice(0)),
  },
  {
    name: 'nobody speaks',
    within: 3_000,
    async lead(talk) {
      await introduce(talk);
      await talk.untilQuiet();
    },
  },
  {
    name: 'while the caller speaks',
    within: STORY_WISH.length * 20,
    async lead(talk) {
      await introduce(talk);
      await talk.untilQuiet();
      void talk.caller.talk(STORY_WISH);
    },
  },
  {
    name: 'right after the caller spoke',
    within: 1_200,
    async lead(talk) {
      await introduce(talk);
      await talk.untilQuiet();
      await talk.caller.talk(STORY_WISH);
    },
  },
  {
    name: 'a typed message is under way',
    within: 200,
    async lead(talk) {
      await introduce(talk);
      await talk.untilQuiet();
      talk.type('Tell me a story.');
    },
  },
  {
    name: 'in an answer',
    within: 9_000,
    async lead(talk) {
      await introduce(talk);
      const after = performance.now();
      talk.type('Tell me a story.');
      await talk.untilVoice(after + 100);
    },
  },
  { name: 'a tool begins', within: 15, lead: callTool },
  { name: 'a tool runs', within: 1_500, lead: callTool },
  {
    name: 'a tool has just ended',
    within: 400,
    lead: async (...all) => {
      await callTool(...all);
      await pause(1_450);
    },
  },
  { name: 'the second of a squad speaks', answeredBy: 'squad', ...IN_KITCHEN },
  { name: 'a workflow is at its second node', answeredBy: 'workflow', ...IN_KITCHEN },
  {
    name: 'the assistant says goodbye',
    within: 3_000,
    ends: true,
    async lead(talk) {
      await introduce(talk);
      const after = performance.now();
      talk.type('I have to leave.');
      await talk.untilVoice(after + 100);
    },
  },
  {
    name: 'the caller hangs up',
    within: 40,
    ends: true,
    async lead(talk) {
      await introduce(talk);
      talk.caller.hangUp();
    },
  },
  {
    name: 'the next node dies, too',
    within: 2_000,
    again: 2_500,
    async lead(talk) {
      await introduce(talk);
      await talk.untilQuiet();
    },
  },
];

async function callTool(talk: Talk, organisation: Organisation): Promise<void> {
  await introduce(talk);
  const runs = organisation.untilToolRuns();
  talk.type('Please book a table.');
  await runs;
}
