import { describe, expect, it } from 'vitest';
import { findDialogueAct } from './dialogue-act.ts';

describe('a cry for help', () => {
  it.each([
    'I want to kill myself',
    "I don't wanna be alive anymore, I'm twelve",
    'my stepdad hits me when he is drunk',
    'my friend says she is going to hurt herself tonight',
    'There is a man with a gun in our school!',
    'My brother is not breathing.',
    'can you help me I want to die',
    'Could you listen? I tried to kill myself last week.',
    'my dad showed me his gun and is going to kill us',
    'I read a book about it and now I want to kill myself',
    'I am dying to tell somebody, my uncle touches me',
    "is there a number for a student who's really in trouble at night",
    "I'm being hit at home, who can I tell",
    'I get beaten by my brother every day',
    'a girl in my class says she wants to die, what happens if I tell someone',
    'a kid in my class is hurting himself, what do I do',
    'I want to die, what happens if a kid says that, does it tell anyone',
    'a student wrote that she wants to die, does it tell somebody',
  ])('is heard: %s', (turn) => {
    expect(findDialogueAct(turn)).toBe('crisis');
  });

  it.each([
    'what happens when a student types I want to kill myself',
    'does it notice if a kid writes about suicide',
    'you are killing me, that is so funny',
    'my battery is about to die',
    'I see.',
    'I C',
    'I am dying to see it',
    'if a student says my dad hits me, what does it do',
    'So like, if a kid types in that they want to hurt themselves, who gets told?',
    'I give a lesson on suicide prevention',
    'I almost died of laughter',
    'we lost a teacher last year, everybody was sad',
    'is there a number for students in trouble with maths',
    'what about a real crisis, like a kid types something about hurting himself at eleven at night, what happens then',
    'say a pupil tells the mood tracker he took pills, who gets told',
    'I got kicked out of the call just now',
    "I'm being hit with emails from vendors",
  ])('is not: %s', (turn) => {
    expect(findDialogueAct(turn)).not.toBe('crisis');
  });
});

describe('a farewell', () => {
  it.each([
    'okay I ask the school thank you for your patience bye God bless',
    'Bye.',
    'Okay, thank you so much, goodbye!',
    "That's all, have a nice day.",
    'I have to go, my mom says.',
    'Alright, see you later then.',
    'no more questions, thanks',
    'Thank you, Godby.',
    'bye then, my love',
    'right, bye then, cheers for your help',
    'ok im out later',
    'bye and thank you so much for the time',
    "you've been very nice, goodbye dear",
    "right I'm off, ta-ta",
    'catch you later',
    'whatever, peace',
    'Ok, bite.',
    'Thank you, Dubai.',
    "No, that's everything by.",
  ])('is the whole turn: %s', (turn) => {
    expect(findDialogueAct(turn)).toBe('farewell');
  });

  it.each([
    'Nice.',
    "That's all right.",
    'by the way, what does it cost',
    'maybe later',
    'I am Mr Godby from the office',
    'I wrote a goodbye letter to a colleague in the office',
    'have a look at the price for me',
    'How do I say goodbye?',
    'how do I end this call',
    'we need a bit of peace',
    'how do I hang up',
    'hang on',
    'Thank you for Dubai.',
    'It costs okay by',
    'Do they bite?',
  ])('is not: %s', (turn) => {
    expect(findDialogueAct(turn)).not.toBe('farewell');
  });
});

describe('a sign of listening', () => {
  it.each([
    'bye the way',
    "I'm done with that part",
    'Nice.',
    "that's it yeah",
    "I'm hanging in there",
    'get out of here',
    'oh wow',
    'I see.',
    'Icy.',
    'Mm-hmm.',
    'right right',
    'fair enough',
    'got it',
  ])('is heard: %s', (turn) => {
    expect(findDialogueAct(turn)).toBe('reaction');
  });

  it.each(['nice price?', 'is it good', 'I see a problem with that', 'no', 'what'])(
    'is not: %s',
    (turn) => {
      expect(findDialogueAct(turn)).toBeNull();
    },
  );
});

describe('what is asked of the conversation itself', () => {
  it.each([
    ['come again', 'repeat'],
    ['sorry the bell was going there I missed that can you say it again', 'repeat'],
    ['Sorry, what was that?', 'repeat'],
    ["I didn't catch that.", 'repeat'],
    ["slower please, I'm writing it down", 'slower'],
    ['can you say that in one sentence', 'shorter'],
    ['are you still there?', 'presence'],
    ['are you on?', 'presence'],
    ['is anybody there', 'presence'],
    ['how can I get hold of someone there', null],
    ['can I ring somebody there', null],
    ['hang on', 'wait'],
    ["oh hang on that's the bell sorry just one second", 'wait'],
    ["I know you're a machine, I was complaining", null],
    ['could I set it up so she gets shorter steps', null],
    ['can we make that shorter', null],
    ['Shorter sentences, could it do that?', null],
    ['can you make that shorter', 'shorter'],
    ['oh sorry, just a second please', 'wait'],
    ['Wait, wait.', 'wait'],
    ['mm-hmm hang on one sec', 'wait'],
    ["Hang on a second, somebody's at my door.", 'wait'],
  ] as const)('“%s”: %s', (turn, act) => {
    expect(findDialogueAct(turn)).toBe(act);
  });

  it.each([
    'what did you say about the price',
    'give me the short version of Kindling',
    'are you on any state contract',
    'wait how much was it',
    'can it use simpler words for a child',
  ])('is not: %s', (turn) => {
    expect(findDialogueAct(turn)).toBeNull();
  });
});

describe('what is asked of the conversation itself, in a longer turn', () => {
  it.each([
    [
      "no no, I can hear you, it's just that you go a bit fast for me, could you say that again a bit slower and simpler please dear",
      'slower',
    ],
    [
      'the bell went off here and the dog came running in from the garden, could you repeat that?',
      'repeat',
    ],
    [
      "there's nothing for music, right, and you said something of a plugin, what's that then",
      null,
    ],
    [
      'and the teacher has to sit with them all that time, tell me again please, the teacher part',
      null,
    ],
  ])('“%s”: %s', (turn, act) => {
    expect(findDialogueAct(turn)).toBe(act);
  });
});

describe('whether it is a person', () => {
  it.each([
    'are you a real person',
    "oh so you're not a real person then",
    'youre a robot arent you',
    'hey is that a real person or am I talking to a computer here',
    'i was only asking if you are a machine',
    'are you a recording',
    'no i asked if youre a real person or a computer',
  ])('is asked by “%s”', (turn) => expect(findDialogueAct(turn)).toBe('human'));

  it.each([
    'can I talk to a real person',
    'is it a computer program or an app',
    'are you a machine learning company',
    'is a person behind the tutor',
    'are you recording me',
  ])('is not asked by “%s”', (turn) => expect(findDialogueAct(turn)).not.toBe('human'));
});
