import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../model.ts';
import { createFactCheck, type Unsupported } from './fact-check.ts';

const KNOWN = [
  'You are Ember, the guide of Kindling.',
  '- booking a demo: Press Book a demo on the home page. The demo is a call of 30 minutes with an expert.',
  '- prices: Prices depend on the number of students. The demo is free.',
  '- the tutor: The AI Tutor is there around the clock, for grades 3 to 12.',
  '- the law: Kindling is designed to support FERPA and COPPA. We are not ISO certified.',
  '- privacy: We never sell student data. Transcripts are deleted after 90 days.',
  '- help: In the United States call 988.',
  '- in class: Students learn in class with a teacher, and the tutor helps.',
  '- what comes next: A quote comes after the demo. Choose a time that suits you.',
].join('\n');

function check(
  sentence: string,
  question: string | undefined = QUESTION,
  ...before: ModelMessage[]
) {
  return createFactCheck([
    { role: 'system', content: KNOWN },
    ...before,
    { role: 'user', content: question },
  ])(sentence);
}

const QUESTION = 'Tell me about it.';

type Row = readonly [sentence: string, question?: string];

/** May be spoken. */
const SUPPORTED: readonly Row[] = [
  ['The demo takes thirty minutes.'],
  ['It is a 30-minute call with an expert.'],
  ['The demo is free.', 'What does the demo cost?'],
  ['Yes, it is free.', 'Is the demo free?'],
  ['Kindling is designed to support FERPA and COPPA.', 'Are you FERPA compliant?'],
  ['We never sell student data.'],
  ['Transcripts are deleted after ninety days.'],
  ['The tutor is always there, for grades three to twelve.'],
  ['Call nine eight eight if someone is in danger.'],
  ['I do not know whether there is a refund.', 'Can I get a refund?'],
  ['I cannot promise that.', 'Can you promise that grades get better?'],
  ['I am not sure whether we are GDPR compliant.', 'Are you GDPR compliant?'],
  ['No, we are not ISO certified.', 'Are you ISO certified?'],
  ['For 240 students, the price depends on your plan.', 'We have 240 students.'],
  ['Nice to meet you, Priya.', 'My name is Priya.'],
  ['Feel free to ask me anything.'],
  ['I am always happy to help.'],
  ['One of our experts can tell you more.'],
  ['This one is for teachers.'],
  ['Students talk with the AI Tutor.'],
  ['Museums can use it as well.'],
  ['Everything is set up for you.'],
  ['Accessibility matters to us.', 'Is accessibility on your mind?'],
  ['Would you like to hear about the AI Tutor?'],
  ['Press "Book a demo" on the home page.'],
  ["I am an AI, and I'm glad to help."],
  ['The demo takes half an hour.'],
  ['Thank you, Priya, a quote comes after the demo.', 'I am Priya. What does it cost?'],
  ['For Lincoln High a quote comes after the demo.', 'I teach at Lincoln High. What is it?'],
  ['Yes, the demo is free.', 'My name is Priya, is the demo free?'],
  ['Students from Honduras talk with the tutor, too.', 'My class is from Honduras.'],
  ['Yes, the demo is free.', 'Is there a demo for SIS people?'],
  ['I do not know whether it works with Moodle.', 'Does it work with Moodle?'],
  ['It does not replace Moodle.', 'Does it replace Moodle?'],
  ['Do you use Moodle?', 'Does it work with Moodle?'],
  ['I am not a person, I am an AI.', 'Are you a real person?'],
  ['No, I am an AI.', 'Are you human?'],
  ["I'm a student-friendly guide."],
  ['Yes, I am an AI.', 'Are you a robot?'],
  ['I am the guide.', 'Are you a person or a robot?'],
  ['Pick a day and a time that suit you.'],
  ['I do not know whether marks can be exported to a spreadsheet and printed.'],
  ['Would you like to export marks to a spreadsheet and print them?'],
  ['Marks are not exported to a spreadsheet.', 'Can I export marks to a spreadsheet?'],
  ['La demostración dura media hora y la dirige un experto.'],
  ['You can write to hello@kindling.example.', 'Is it hello@kindling.example?'],
];

/** May not. */
const INVENTED: readonly (readonly [sentence: string, kind: Unsupported, question?: string])[] = [
  ['The demo takes 45 minutes.', 'number'],
  ['The demo takes forty five minutes.', 'number'],
  ['It costs 30 dollars a month.', 'number'],
  ['It costs $5.', 'number', 'Is it 5 dollars?'],
  ['Yes, it does.', 'number', 'Does it cost 5 dollars a month?'],
  ['Transcripts are deleted after ninety hours.', 'number'],
  ['Two thousand schools use it.', 'number'],
  ['Grades rise by 20 percent.', 'number'],
  ['Schools in Texas use it.', 'name'],
  ['Stanford University uses it.', 'name'],
  ['Pearson and McGraw built it.', 'name'],
  ['You can talk to Sarah about it.', 'name'],
  ['It works with Google Classroom.', 'name'],
  ['It also speaks Spanish.', 'name'],
  ['UNESCO recommends it.', 'name'],
  ['It is called "Lumina" and listens.', 'name'],
  ['It follows the “Open” rule.', 'name'],
  ['Stanford uses it.', 'name'],
  ['Adidas has one, too.', 'name'],
  ['It works with Moodle.', 'name', 'Does it work with Moodle?'],
  ['Yes, it does.', 'name', 'Does it work with Moodle?'],
  ['Yes, they can.', 'name', 'I am Priya, can they use it in Welsh?'],
  ['They can use it in Welsh.', 'name', 'Half of them came this year, can they use it in Welsh?'],
  ['Write to info@kindling.com.', 'name'],
  ['See kindling.com/demo for more.', 'name'],
  ['Go to www.kindling.school.', 'name'],
  ['Go to kindling dot com.', 'name'],
  ['Kindling is a non-profit.', 'promise', 'Who owns it?'],
  ['It is recommended by teachers.', 'promise'],
  ['There is no risk for student data.', 'promise'],
  ['Teachers export their marks to a spreadsheet and print reports.', 'subject'],
  ['I am happy to assist you with any aspect of your project.', 'subject'],
  ['Thousands of schools use it.', 'number'],
  ['30 schools use it.', 'number'],
  ['The demo takes an hour.', 'number'],
  ['We answer within a day.', 'number'],
  ['I am a real person.', 'promise', 'Who are you?'],
  ["I'm a professional, and I help you.", 'promise'],
  ['Yes, I am.', 'promise', 'Are you a real person?'],
  ['No, I am not.', 'promise', 'Am I talking to a machine?'],
  ['We follow GDPR.', 'law'],
  ['Yes, we are.', 'law', 'Are you GDPR compliant?'],
  ['Yes, we support HIPAA.', 'law', 'Do you support HIPAA?'],
  ['We hold ISO 27001.', 'number'],
  ['We are ISO certified.', 'promise', 'Are you ISO certified?'],
  ['We are FERPA certified.', 'promise'],
  ['Yes, we are FERPA compliant.', 'promise', 'Are you FERPA compliant?'],
  ['Grades improve, guaranteed.', 'promise'],
  ['We guarantee better grades.', 'promise'],
  ['The tutor is free for schools.', 'promise'],
  ['Yes, it is.', 'promise', 'Is the tutor free?'],
  ['You get a refund at any time.', 'promise'],
  ['You get it at no cost.', 'promise', 'What about the tutor?'],
  ['The tutor never makes mistakes.', 'promise'],
  ['Teachers always get an answer the same day.', 'promise'],
  ['There is a discount for large schools.', 'promise'],
  ['I am not sure, but the tutor is free.', 'promise'],
];

describe('the check of facts', () => {
  for (const [sentence, question] of SUPPORTED) {
    it(`lets through: ${sentence}`, () => {
      expect(check(sentence, question)).toBeNull();
    });
  }

  for (const [sentence, kind, question] of INVENTED) {
    it(`withholds for its ${kind}: ${sentence}`, () => {
      expect(check(sentence, question)).toBe(kind);
    });
  }

  it('takes a result of a tool for known', () => {
    const tool: ModelMessage = {
      role: 'tool',
      content: '{"open":"at 17 in Oslo"}',
      toolCallId: 'a',
    };
    expect(check('It opens at 17 in Oslo.', 'When?', tool)).toBeNull();
    expect(check('It opens at 17 in Oslo.', 'When?')).toBe('number');
  });

  it('takes what the assistant said for known, unless it said that it did not know', () => {
    const said = (content: string): ModelMessage => ({ role: 'assistant', content });
    expect(check('The tutor is free.', 'Free?', said('The tutor is free for you.'))).toBeNull();
    expect(check('The tutor is free.', 'Free?', said('I do not know if the tutor is free.'))).toBe(
      'promise',
    );
  });
});

describe('whatever is said', () => {
  const word = fc.constantFrom(
    ...'the tutor helps students learn with a teacher in class'.split(' '),
  );
  const plain = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));

  it('plain words are spoken', () => {
    fc.assert(fc.property(plain, (words) => check(`${words}.`) === null));
  });

  it('a number that nobody named is not', () => {
    fc.assert(
      fc.property(plain, fc.integer({ min: 1_000, max: 9_999_999 }), (words, number) => {
        for (const written of [String(number), number.toLocaleString('en')])
          if (check(`${words} ${written} ${words}.`) !== 'number') return false;
        return true;
      }),
    );
  });

  it('a number that was found is, in any sentence', () => {
    fc.assert(
      fc.property(plain, fc.nat(), (words, number) => {
        const found = { role: 'system', content: `There are ${number} of them.` } as const;
        return check(`${words} ${number} ${words}.`, 'How many?', found) === null;
      }),
    );
  });

  it('a name that nobody named is not, wherever it stands', () => {
    const name = fc.stringMatching(/^[A-Z][bcdfghjklmnpqrstvwxz]{3,8}$/);
    fc.assert(
      fc.property(
        plain,
        name,
        plain,
        (before, named, after) => check(`${before} ${named} ${after}.`) === 'name',
      ),
    );
  });

  it('no text makes it fail', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (said, asked) => {
          check(said, asked);
          return true;
        },
      ),
    );
  });
});
