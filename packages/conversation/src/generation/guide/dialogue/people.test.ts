import { describe, expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';
import type { Reply } from './reply.ts';

const idsOf = ({ entries }: Reply): string[] => entries.map(({ id }) => id);

describe('somebody who says who they are', () => {
  it('is greeted by name, and offered what is written for people like them', () => {
    const { text } = say('hi yeah good morning this is margaret im the head at st annes primary');
    expect(text).toBe(
      'Nice to meet you, Margaret. Shall I tell you about Kindling for administrators, or do you have a question of your own?',
    );
    expect(idsOf(say('hi im lena im in year eight', 'yeah go on then'))).toEqual(['students-what']);
  });

  it('is greeted once, and answered where they ask', () => {
    const { text, entries } = say("I'm a teacher, my name is Ana. How much does it cost?");
    expect(text).toMatch(/^Nice to meet you, Ana\. There is no price list/);
    expect(entries[0]?.id).toBe('price-what');
    expect(say('My name is Ana.', 'I am a teacher of history').text).not.toMatch(/Nice to meet/);
  });
});

describe('a caller who says who they are and asks', () => {
  it('is not asked whether they have a question', () => {
    const { text, part } = say(
      'I teach history, I have been at it for years, what color is the sky',
    );
    expect(text).toMatch(/^Nice to meet you\. /);
    expect(text).not.toMatch(/question of your own/);
    expect(part).toBe('unknown');
  });

  it('is not met with pleasure where it is a child that has trouble', () =>
    expect(say('my son has dyslexia, does the tutor help him').text).not.toMatch(/^Nice/));
});

describe('somebody who asks whether they may ask', () => {
  it.each([
    'Hello, good afternoon. I am teacher of English. I want to ask some things, is okay?',
    "hi, I look after the IT at a school so I've got some questions if that's alright",
  ])('is met, and asked what they would like to know: “%s”', (turn) =>
    expect(say(turn).text).toMatch(/^Nice to meet you\. .*\?$/),
  );
});

describe('somebody who says what worries them', () => {
  const ASKED = 'that worries me, who can see the check-ins?';

  it('hears that it is understood before they are answered, and not at each turn', () => {
    const { text, entries } = say(ASKED);
    expect(entries[0]?.id).toBe('mood-who');
    expect(text).toMatch(/^(?:I understand|That is a fair|I see why) /);
    const next = say(ASKED, 'and the data worries me, where is it kept?');
    expect(next.entries[0]?.kind).toBe('fact');
    expect(next.text).not.toMatch(/^(?:I understand|That is a fair|I see why) /);
  });

  it('does not hear so again where the answer is repeated', () =>
    expect(say(ASKED, 'say that again please').text).not.toMatch(/worr/));
});

describe('what is said to students and to engineers', () => {
  it('does not speak to students of their child', () => {
    const home = 'can I use it at home';
    expect(say("I'm in year ten", home).text).toMatch(/your school, which decides/);
    expect(say("I'm a mum", home).text).toMatch(/your child/);
    expect(say("I'm a mum", "sorry, I'm not the mum, I'm the student", home).text).toMatch(
      /your school, which decides/,
    );
  });

  it('is about the platform where an engineer asks', () =>
    expect(
      idsOf(say("hiya, I'm the IT technician at a school", 'what do I have to back up')),
    ).toEqual(['platform-storage']));
});

describe('what holds of the call alone', () => {
  it('is not said of those who learn', () => {
    const trained = 'is any of it used to train the AI';
    expect(idsOf(say("my son's school wants this", trained))).toEqual(['privacy-train-students']);
    expect(idsOf(say('is what I say in this call used to train the AI'))).toEqual([
      'privacy-train',
    ]);
    const deleted = 'can I have what my daughter wrote deleted';
    expect(idsOf(say('what is the AI tutor', deleted))).toEqual(['privacy-child']);
  });
});

describe('somebody who corrects, and is given the same entry', () => {
  it('gets the sentence that comes closest, once, and no remark', () => {
    const { text } = say('how long is the demo', 'no I meant the demo call');
    expect(text).toMatch(/(?:^|\. )The demo is a free call of 30 minutes/);
    expect(text.match(/I (?:do not )?know/g)).toHaveLength(1);
  });
});

describe('what asks nothing', () => {
  it.each([
    ['thanks but i have to get back to my class', /Have a good day|all the best|Take care/],
    ['oh ok fair enough you sound quite real actually', /kind of you|glad to hear/],
    ["you're not really listening, are you?", /sorry/],
    ['honestly i am fed up and school is a nightmare', /sorry to hear|sounds hard/],
    ['no thanks no demo i just think it is sad', /All right|No problem/],
  ])('“%s” gets a reaction', (turn, reaction) => {
    expect(say('What is the mood tracker?', turn).text).toMatch(reaction);
  });
});

describe('somebody who has lost a person', () => {
  it('is not told about sums', () =>
    expect(
      say('hello', 'my wife used to help him with his sums, she passed away in spring').text,
    ).toMatch(/sorry for your loss/));
});

describe('somebody who announces questions', () => {
  it('is asked for them, and not told about the product', () =>
    expect(
      say(
        "I need to put together a board paper on this so I'll just have a bunch of questions okay",
      ).part,
    ).toBe('talk'));
});

describe('a worry beside who speaks', () => {
  it('is heard', () =>
    expect(
      say('hello I am mother of a girl of eleven and I am little bit worry about the mood').text,
    ).toMatch(/^Nice to meet you\. I understand that worry\./));
});

describe('a worry behind what was said', () => {
  it('is not waved away', () =>
    expect(
      say(
        'what happens when a kid picks sad',
        'that worries me a bit so a child could say I feel terrible every single day and nobody gets told',
      ).entries,
    ).not.toEqual([]));
});

describe('a child in trouble', () => {
  it('is not turned away where it says more', () => {
    const asked = "is it okay to tell it private stuff? like if someone's being mean to me";
    const more = "it's not that bad, I just don't want to tell my mum";
    expect(say(asked, more).text).toMatch(/any adult you trust|need not be your family/);
    expect(say(asked, more, 'who can I tell then').text).toMatch(/adult/);
    expect(idsOf(say(asked, 'can you tell me what it costs'))).toEqual(['price-what']);
  });
});

describe('somebody who makes sure', () => {
  const asked = 'does anybody get told if a child checks in sad';

  it('hears the sentence that settles it', () =>
    expect(say(asked, 'so you mean nobody rings the teacher, is that right?').text).toMatch(
      /^I know of no automatic alert/,
    ));

  it('hears it as well after asking for another thing in vain', () =>
    expect(
      say(
        asked,
        'so nobody rings anyone then or how',
        'no, i meant does the teacher get a message when a child checks in sad, yes or no',
      ).text,
    ).not.toMatch(/^Sorry/));
});

describe('an offer', () => {
  it.each([
    'yes how book',
    'yeah go ahead but keep it short i have a meeting',
    'how do i book one then',
  ])('is taken up by “%s”', (turn) =>
    expect(idsOf(say('What does it cost?', turn))).toEqual(['booking-how']),
  );

  it('is refused in more words than no', () => {
    expect(say('What does it cost?', 'no i do not need a demo at all').text).toMatch(
      /^(?:All right|No problem)/,
    );
  });
});

describe('somebody who corrects', () => {
  it('gets what they meant, with an apology', () => {
    const { text } = say('Who sees the mood?', 'no i meant how much does it cost');
    expect(text).toMatch(/^Sorry, .*There is no price list/);
  });

  it('is not given the same again when they only refuse it', () => {
    expect(say('Do you work with a whole district?', 'not a whole district').text).toMatch(
      /other words|another way/,
    );
  });
});

describe('what was just answered', () => {
  const HARDWARE = 'what hardware do we need for the voice platform';

  it('is said again to whoever asks the same again, and no third time', () => {
    const asks = (times: number) =>
      Array.from({ length: times }, () => 'How can I get my school to use it?');
    expect(say(...asks(2)).text).toMatch(/^(?:Of course|Here it is again)\. Tell your school's/);
    expect(say(...asks(3)).text).toMatch(/more than that I do not know|all I can say/);
  });

  it('is not said again to whoever only takes it up', () =>
    expect(say(HARDWARE, 'oh nice no graphics card that is better than i expected').text).toMatch(
      /^(?:Good to hear|I am glad)/,
    ));

  it('is said in one sentence to whoever asks more of it', () =>
    expect(say('do you sign a data agreement', 'so you would sign our agreement').text).toBe(
      'Yes, we sign your data agreement. More than that I do not know about it.',
    ));
});

describe('an answer that may not be meant', () => {
  const DOUBTED = 'so like what do you get points for in that prompt game';
  const OTHER = 'prompt-rewards';

  it('says what is known of what else may be, to which no is no refusal', () => {
    expect(say(DOUBTED).text).toMatch(
      / Or (?:do you mean|are you asking|is it) .*badges and games in Prompt Hero\? I know of no badges/,
    );
    expect(say(DOUBTED, 'no').text).toMatch(/other words|another way/);
  });

  it.each(['yes', 'yeah that one', 'badges and games', 'yes please tell me'])(
    'gives way to the other at %j',
    (turn) => expect(idsOf(say(DOUBTED, turn))).toEqual([OTHER]),
  );

  it.each(['okay', 'right', 'ok thanks'])('is not repeated at %j', (turn) =>
    expect(idsOf(say(DOUBTED, turn))).not.toContain(OTHER),
  );

  it('is looked up anew where something else is asked', () =>
    expect(idsOf(say(DOUBTED, 'no, how much does it cost'))).toEqual(['price-what']));

  it('is repeated without the question', () =>
    expect(say(DOUBTED, 'can you repeat that').text).not.toMatch(/Or |\?$|badges/));

  it('is not asked about twice in a row', () =>
    expect(say(DOUBTED, DOUBTED).text).not.toMatch(/\?.*\?/));
});

describe('parents and students', () => {
  const MAY_IT_LISTEN = 'can the tutor listen to students';

  it('are not sent to a demo', () => {
    expect(say('hi i am a mother of two', MAY_IT_LISTEN).text).toMatch(/ask your school/);
    expect(say('my son is nine', MAY_IT_LISTEN).text).toMatch(/ask your school/);
    expect(say(MAY_IT_LISTEN).text).toMatch(/demo/);
    expect(say('i teach my kids at school in leeds', MAY_IT_LISTEN).text).toMatch(/demo/);
  });
});

describe('a complaint', () => {
  it('does not hide what is asked besides', () => {
    const { text, entries } = say(
      'Who sees the mood?',
      'oh for goodness sake right let us leave it how much does it cost',
    );
    expect(text).toMatch(/^Sorry, /);
    expect(entries[0]?.id).toBe('price-what');
  });

  it('of what was said twice is heard', () => {
    expect(say('What is the tutor?', 'you said that already').text).toMatch(/sorry/);
    const asked = "I've heard that already, you keep repeating yourself, what does it cost?";
    expect(say('What is the tutor?', asked).text).toMatch(/sorry|Sorry/);
  });

  it('may be a correction', () =>
    expect(
      idsOf(say('What does it cost?', "I didn't ask what it costs I asked about the mood tracker")),
    ).toEqual(['mood-what']));
});

describe('a child in trouble', () => {
  it.each([
    'no not that um its about my friend some girls in our class are being really mean to her',
    'but it is a question what should i do she cries in the toilets every day',
    'he hits me',
  ])('is sent to people it trusts: “%s”', (turn) =>
    expect(say('hi i am mia', turn).text).toMatch(
      /(?:tell|talk to) (?:someone|an adult) you trust/,
    ),
  );

  it('is heard where it is alone', () =>
    expect(say('I feel really lonely today, can I talk to you').text).toMatch(/you trust/));

  it('is not seen in a question about bullying', () =>
    expect(say('what does the ai do when somebody is bullied').text).not.toMatch(/I am sorry/));
});

it('what is put right is read with the turn before', () =>
  expect(idsOf(say('What does it cost?', 'I meant for the family'))).toEqual(['price-families']));

it('what is named in a correction is what the question behind it is about', () =>
  expect(
    idsOf(
      say(
        'Is there a tutor?',
        'No, I meant the mood tracker. A boy in our group lost his dog last week. Would it help with that?',
      ),
    ),
  ).toEqual(['mood-what']));

it('what settles a doubt does not hide what is asked besides', () =>
  expect(idsOf(say('what about the weekend', 'half of it how much does it cost'))).toEqual([
    'price-what',
  ]));

it('thanks do not hide what is asked besides', () =>
  expect(
    idsOf(say('What is the AI tutor?', 'that is good to hear thank you and how much does it cost')),
  ).toEqual(['price-what']));

it('where we were is said again', () => {
  expect(say('What is Prompt Hero?', 'sorry somebody was at my door where were we').text).toBe(
    'We were talking about Prompt Hero. What else would you like to know about it?',
  );
});

describe('what is asked of the guide itself', () => {
  it('is not “is it a person”, where something else was spoken of', () => {
    const asked = say('Who gives the score in Prompt Hero?', 'hm, is it a person or the AI');
    expect(asked.text).not.toMatch(/I am not a person/);
    expect(say('hm, is it a person').text).toMatch(/not a person/);
    const trained = say(
      'How much training do teachers get?',
      'a recorded webinar or a real person',
    );
    expect(trained.text).not.toMatch(/I am not a person/);
  });

  it('is answered in a long turn, where nothing else is asked', () => {
    const turn =
      'my granddaughter showed me this page and I wonder, am I talking to a real person now or is it one of those robots?';
    expect(say(turn).text).toMatch(/not a person/);
  });
});

describe('thanks beside a question', () => {
  it('are no answer to it, however few words of its own it has', () => {
    const turn =
      'okay thanks and is there like something i can try first with him so he can see it';
    expect(idsOf(say('What is the AI Tutor?', turn))).not.toContain('talk-thanks');
  });
});

describe('a teacher who speaks of “my kids”', () => {
  it('is no parent', () => {
    const turns = [
      'I teach special needs',
      'one of my kids was sad today',
      'can I see what they typed',
    ];
    expect(say(...turns).text).not.toMatch(/ask a teacher|your child/);
    expect(say('my kids use it', 'can I see what they typed').text).toMatch(/school|teacher/);
  });
});

describe('who says who they are and what they do not know', () => {
  it.each([
    ["I'm a governor and I've been asked to find out if this is safe", 'safety-what'],
    ["I'm a mum and I have no idea what it costs", 'price-what'],
    ["I run a small school and I don't know whether we could afford it", 'price-discount'],
  ])('is answered: %s', (turn, id) => expect(idsOf(say(turn))).toContain(id));

  it('is met where nothing is known of it', () =>
    expect(say("I'm a teacher and I don't know who won the match").part).toBe('talk'));
});
