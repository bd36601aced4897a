import type { GuideModelOptions, Model } from '@kindling/conversation';

export interface GuideWanted {
  /** What it calls itself; null: nothing is said of it. */
  readonly name: string | null;
  readonly mode: 'replace' | 'extend';
}

/** Guides for assistants with files of their own: one for all calls of an assistant's name. */
export type FindGuide = (wanted: GuideWanted) => Model;

type CreateGuide = (options: GuideModelOptions) => Model;
type Entry = NonNullable<GuideModelOptions['knowledge']>['entries'][number];

const MAX_CACHED = 50;
const SELF_QUESTIONS = [
  'who are you',
  'what are you',
  'what is your name',
  'who am I talking to',
  'introduce yourself',
  'who is this',
];
const HELP_QUESTIONS = [
  'what can you do',
  'what can I ask you',
  'how can you help me',
  'what do you know',
  'what should I ask',
];

export function createFindGuide(create: CreateGuide): FindGuide {
  const guides = new Map<string, Model>();
  return ({ name, mode }) => {
    const key = JSON.stringify([name, mode]);
    const known = guides.get(key);
    if (known !== undefined) return known;
    const guide = create({
      knowledge: { mode, entries: mode === 'extend' ? [] : selfEntries(name) },
    });
    if (guides.size >= MAX_CACHED) guides.clear();
    guides.set(key, guide);
    return guide;
  };
}

function selfEntries(name: string | null): Entry[] {
  const who =
    name === null || name.trim() === '' ? 'an AI assistant' : `${name.trim()}, an AI assistant`;
  const entry = (id: string, questions: string[], answer: string): Entry => ({
    id,
    questions,
    answer,
    topic: 'guide',
    kind: 'small-talk',
  });
  return [
    entry('self-who', SELF_QUESTIONS, `I am ${who}. I am not a person.`),
    entry(
      'self-help',
      HELP_QUESTIONS,
      'Ask me a question, and I look for the answer in my documents.',
    ),
  ];
}
