import { describe, expect, it } from 'vitest';
import { readIntroduction } from './introduction.ts';

it.each([
  ['Hi, my name is Karen and I am the principal of a small school.', 'Karen', 'leader', ''],
  ['hello my name is bob', 'Bob', null, ''],
  [
    'Hello. I teach math and I wanted to know if it works on old tablets.',
    null,
    'teacher',
    'I wanted to know if it works on old tablets.',
  ],
  ['My name is Ana, what does it cost?', 'Ana', null, 'what does it cost?'],
  ["I'm a mother of two. Is it safe?", null, 'parent', 'Is it safe?'],
  ["I'm Tom from Lincoln High", 'Tom', null, ''],
  ['we have 600 students and how much would that be', null, null, 'how much would that be'],
] as const)('“%s”', (turn, name, audience, rest) => {
  const found = readIntroduction(turn);
  expect(found).toMatchObject({ name, rest });
  if (audience !== null) expect(found?.audience).toBe(audience);
});

it.each([
  'I look after the computer at a small school with 200 students, what does it cost?',
  'we have 600 students and how much would that be',
  "we're a school with forty pupils, is it safe?",
])('who says “%s” is no student', (turn) => expect(readIntroduction(turn)?.audience).toBeNull());

/** As people say it, and as recognisers and hurried fingers write it. */
describe('without marks', () => {
  it.each([
    ['hi yeah good morning this is margaret im the head at st annes primary', 'Margaret', 'leader'],
    ['hiya dave here business manager at a secondary up in leeds', 'Dave', 'leader'],
    ['hi im lena im in year eight', 'Lena', 'student'],
    ["um hello i'm tom i build telephony stuff i'm a developer", 'Tom', 'developer'],
    ['hello good morning im the grandfather of two boys eleven and fourteen', null, 'parent'],
    ['head teacher of a small primary here', null, 'leader'],
    ['hey im ten my teacher said i can ask you stuff', null, 'student'],
    [
      'good afternoon my name is doctor elaine foster i am the chief exec of a trust',
      'Doctor Foster',
      'leader',
    ],
    ['oh this is so cool hi im dave ive got three kids', 'Dave', 'parent'],
    ['sorry my english is not so good i am teacher for german', null, 'teacher'],
  ] as const)('“%s”', (turn, name, audience) => {
    expect(readIntroduction(turn)).toMatchObject({ name, audience, rest: '' });
  });

  it.each([
    ['hello im sixteen and who can read what i write', 'who can read what i write'],
    ['its sue from the office can someone call him back', 'can someone call him back'],
    ['my kid is six isnt that too young', 'isnt that too young'],
  ])('“%s” asks “%s”', (turn, rest) => {
    expect(readIntroduction(turn)).toMatchObject({ rest });
  });
});

it.each([
  "it's volunteers mostly, about fifteen kids, no budget",
  "I'm president of the student council and we give feedback on the policy",
  "I'm his grandad, we have three kids here, do I need to know about computers",
  "hi I'm her mum, my daughter is six, is it for her",
])('takes what people are for no name: “%s”', (turn) =>
  expect(readIntroduction(turn)).toMatchObject({ name: null }),
);

it.each([
  'Hi there!',
  'I am looking for a demo',
  'this is great',
  'I am not sure what you mean',
  'it is a school thing, right?',
  'What is the mood tracker?',
  'hello dear am I speaking to a person or is this one of those machines',
  'my name is on the form, can you delete it',
  "It's Infinite Campus.",
  "My wife thinks I'm nuts for calling.",
  'can teachers see it',
  'im not a teacher',
  'I was asking about the AI tutor',
  'hi im lost',
  'is anyone here',
  'this is taking forever',
])('is not one: “%s”', (turn) => {
  expect(readIntroduction(turn)).toBeNull();
});

it.each([
  'Morning, school librarian here, Edinburgh.',
  'hi, this is procurement at a county office in California',
])('names nobody: “%s”', (turn) => {
  expect(readIntroduction(turn)?.name ?? null).toBeNull();
});
