import type { GuideModelOptions, Model } from '@kindling/conversation';

export interface GuideWanted {
  /** What it calls itself; null: nothing is said of it. */
  readonly name: string | null;
  readonly mode: 'replace' | 'extend';
}

/** The guides of this server. They keep no state, and an index takes a moment to build: calls share them. */
export interface Guides {
  /** Knows the product. */
  ofProduct(): Model;
  /** For assistants with files of their own: one for all calls of an assistant's name. */
  overFiles(wanted: GuideWanted): Model;
}

type CreateGuide = (options?: GuideModelOptions) => Model;
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

export function createGuides(create: CreateGuide): Guides {
  const overFiles = new Map<string, Model>();
  return {
    ofProduct: () => create(),
    overFiles({ name, mode }) {
      const key = JSON.stringify([name, mode]);
      const known = overFiles.get(key);
      if (known !== undefined) return known;
      const entries = mode === 'extend' ? [] : selfEntries(name);
      const guide = create({ knowledge: { mode, entries } });
      if (overFiles.size >= MAX_CACHED) overFiles.clear();
      overFiles.set(key, guide);
      return guide;
    },
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
