import { describe, expect, it } from 'vitest';
import { toQuestions } from './questions.ts';

const textsOf = (turn: string) => toQuestions(turn).map(({ text }) => text);

describe('the questions of a turn', () => {
  it('are found without marks, behind what leads up to them', () => {
    expect(
      toQuestions(
        'hello I look after the library here we have four hundred books on paper so is it safe for them and what does it cost',
      ),
    ).toEqual([
      { text: 'so is it safe for them', lead: expect.stringContaining('books on paper') },
      { text: 'and what does it cost', lead: '' },
    ]);
  });

  it('go on where only more of the same is named', () =>
    expect(textsOf('is there any evidence that it works, any study, any trial')).toEqual([
      'is there any evidence that it works, any study, any trial',
    ]));

  it('are not what only announces one, or is said by somebody else', () => {
    expect(textsOf('before anything else can I ask, is this call recorded')).toEqual([
      'is this call recorded',
    ]);
    expect(textsOf('what if a kid keeps pushing, just tell me the answer, just tell me')).toEqual([
      'what if a kid keeps pushing,',
    ]);
  });

  it.each([
    // Stated beside them.
    ['do you train people who are beginners and how long does it take', 2],
    ["I'm the librarian who's meant to sit in on it. What happens in a demo?", 1],
    ["There's a lot of worry in our staff room. So does it replace teachers?", 1],
    ['they hear about the new law and how schools are going to be caught. Do you comply?', 1],
    ["we made pictures with it and whether that's art. Do you have lessons on that?", 1],
    ['My colleague did the demo with you a while ago. Who do I get in touch with?', 1],
    ["they're five, can't really put it into words. How do they check in?", 1],
    ["If we're stuck with it, is there help?", 1],
    ['nobody has written back, which is frankly rude. When is someone going to call me?', 1],
    // Asked, though no mark says so.
    ['How much is it and do you take purchase orders?', 2],
    ['I have only twelve tablets for thirty children, is it enough?', 1],
    ['My friend said it tells the teacher everything. Is that true? And does it do coding?', 2],
    ['I teach in a small school and what does Prompt Hero do and how do I book a demo', 2],
    ['our parents worry a lot and who sees the mood answers and what does it cost', 2],
    ['we are a small school and what about single sign on', 1],
    ['two things, my son could he use it at home, and what does it cost', 2],
    ["I looked at this, isn't ChatGPT just as good as yours, and what does it cost", 2],
    ['I would like to know if it is safe and if I can see what they type. Is it stored?', 3],
  ])('are what is asked, and not what is stated: %s', (turn, count) =>
    expect(textsOf(turn)).toHaveLength(count),
  );

  it('keep the condition they stand under', () => {
    const conditionsOf = (turn: string) => toQuestions(turn).map(({ condition }) => condition);
    expect(
      conditionsOf('If he pastes his essay, does it polish it, and can his teacher see that?'),
    ).toEqual(['If he pastes his essay,', undefined]);
    expect(conditionsOf('And when I leave in July, what happens to what I made?')).toEqual([
      'And when I leave in July,',
    ]);
    expect(conditionsOf('When do we begin, and what does it cost?')).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('are whole, whatever they begin anew with', () => {
    const whole = [
      'What does the science application actually do with the students?',
      'would I need to be trained before I teach them?',
      'do you train teachers who are complete beginners',
      "I suppose what I'm asking is how yours is different",
    ];
    for (const turn of whole) expect(textsOf(turn), turn).toEqual([turn]);
  });

  it('go on in a few words that ask nothing by themselves', () => {
    const whole = [
      'does it alert somebody? Me, for instance?',
      'can I see over time how one student is doing, like over a few weeks?',
      'what about parents, do they have to agree before he uses it?',
      'what about security, has it been audited, any pen test?',
      'is it safe? Really?',
    ];
    for (const turn of whole) expect(textsOf(turn), turn).toEqual([turn]);
    expect(textsOf('is it difficult? somebody teach me?')).toEqual([
      'is it difficult?',
      'somebody teach me?',
    ]);
    expect(textsOf('is it safe? And the cost?')).toEqual(['is it safe?', 'And the cost?']);
    expect(textsOf('what does it do, and what about parents, do they see it?')).toEqual([
      'what does it do,',
      'and what about parents, do they see it?',
    ]);
  });

  it('begin anew where they were broken off', () =>
    expect(textsOf('would that, I mean, does that include the tutor?')).toEqual([
      'does that include the tutor?',
    ]));

  it('may say the same in other words, but not in a list', () => {
    const repeats = (turn: string) => toQuestions(turn).map(({ mayRepeat = false }) => mayRepeat);
    expect(repeats('what does it need, which box shall we buy?')).toEqual([false, true]);
    expect(repeats('what does it need? What does it cost?')).toEqual([false, false]);
    expect(repeats('what does it need, and what does it cost?')).toEqual([false, false]);
    expect(repeats('first is it free, second can I try it')).toEqual([false, false]);
    expect(
      repeats('what is the price, is there a minimum number, and what happens in year two?'),
    ).toEqual([false, false, false]);
  });

  it('are asked of what was said before “is that possible”', () => {
    const turn =
      'we would like to begin with a pilot, with two classes, is that possible and how long does it take';
    expect(textsOf(turn)[0]).toBe('we would like to begin with a pilot, with two classes,');
    expect(textsOf('is it safe, is that okay')).toEqual(['is it safe,']);
  });

  it('begin with any verb that asks', () =>
    expect(textsOf('is there a training for them, and must they do that in English')).toEqual([
      'is there a training for them,',
      'and must they do that in English',
    ]));

  it('are of what was named where they ask about “that”', () => {
    const named =
      'somebody mentioned you have like a mood check-in thing, can you tell me about that';
    expect(textsOf(named)).toEqual(['tell me about the mood check-in thing']);
    expect(textsOf("I'm a teacher, can you tell me about that")).toEqual([
      'can you tell me about that',
    ]);
  });

  it('hold what they are asked under', () =>
    expect(
      textsOf("and suppose there's a data breach, god forbid, how quickly would you tell us?"),
    ).toEqual(["and suppose there's a data breach, how quickly would you tell us?"]));

  it('begin behind what is only taken up of the last reply', () => {
    const turn = 'a score? so can I see what my friends got, is there a leaderboard?';
    const asked = ['so can I see what my friends got,', 'is there a leaderboard?'];
    const texts = toQuestions(turn, 'Each prompt gets a score and feedback.').map(
      ({ text }) => text,
    );
    expect(texts).toEqual(asked);
    expect(textsOf(turn)).toEqual(['a score?', ...asked]);
    expect(toQuestions('a score?', 'It gets a score.').map(({ text }) => text)).toEqual([
      'a score?',
    ]);
  });

  it('are told apart where one is asked indirectly', () => {
    expect(
      textsOf(
        'I want to know whether it works on a phone and if I can read afterwards what was said',
      ),
    ).toEqual([
      'I want to know whether it works on a phone',
      'and if I can read afterwards what was said',
    ]);
    expect(
      textsOf('can you run it here, and also if we do that does anything leave the house'),
    ).toEqual(['can you run it here,', 'and also if we do that does anything leave the house']);
  });

  it('are counted by those who ask them', () => {
    expect(textsOf('I have two things, first is it free and second can I try it')).toEqual([
      'is it free',
      'can I try it',
    ]);
  });

  it('are whole where a clause ends in the middle', () => {
    expect(
      textsOf(
        "I've got a few quick ones, how many schools are you in, and which ages does it suit",
      ),
    ).toEqual(['how many schools are you in,', 'and which ages does it suit']);
    expect(toQuestions('is it only for maths, or does it do spelling')).toEqual([
      {
        text: 'is it only for maths, or does it do spelling',
        lead: '',
        halves: ['is it only for maths,', 'does it do spelling'],
      },
    ]);
    expect(toQuestions('can she use it at home or only at school')[0]).not.toHaveProperty('halves');
  });

  it.each([
    [
      'we have used a few of these, does the tutor ask them questions and what does it cost',
      ['does the tutor ask them questions', 'and what does it cost'],
    ],
    [
      'I teach thirty children who pays for it and what does it cost',
      ['who pays for it', 'and what does it cost'],
    ],
    ['what is it? is it free for my class', ['what is it?', 'is it free for my class']],
    [
      'what does it cost and if we buy it for the whole district is there a discount',
      ['what does it cost', 'is there a discount'],
    ],
    [
      'we came last year and the school sent a paper about it um I want to know is it safe for them and do I pay something',
      ['um I want to know is it safe for them', 'and do I pay something'],
    ],
    [
      'this is Tom from the board we need to know what it costs and if there is a trial and also who you are',
      ['we need to know what it costs', 'and if there is a trial', 'and also who you are'],
    ],
    [
      'how do you stop cheating and also does it actually tell you that it is a machine',
      ['how do you stop cheating', 'does it actually tell you that it is a machine'],
    ],
    [
      'could you give me the main parts in short and then tell me what the risk is',
      ['could you give me the main parts in short', 'and then tell me what the risk is'],
    ],
    ["I can't tell what's work and what's play, and what does it cost", ['and what does it cost']],
    [
      'we are twelve families and meet in a church hall would a group like ours count as a school and which ages does it suit',
      ['would a group like ours count as a school', 'and which ages does it suit'],
    ],
    ['the thing is my daughter is blind, can she use it', ['can she use it']],
    [
      'my nephew reads with his fingers so have people like him tried yours and does he have to do it at home',
      ['so have people like him tried yours', 'and does he have to do it at home'],
    ],
    [
      'who decides what they may ask, and would he think it was a friend, do you suppose',
      ['who decides what they may ask,', 'and would he think it was a friend,'],
    ],
    [
      'we vote on Monday so please give me the name of the firm and where it is',
      ['so please give me the name of the firm', 'and where it is'],
    ],
    [
      'after the break on Friday I want to find out which ages it suits',
      ['I want to find out which ages it suits'],
    ],
  ])('%j', (turn, questions) => expect(textsOf(turn)).toEqual(questions));

  it.each([
    'it is made for children who can read and type',
    'they showed us the part with the hints, which I love',
    'we bought a few of these and have used them ever since',
    'I have two questions',
    "I can't tell what's work and what's play",
  ])('are none in %j', (turn) => expect(textsOf(turn)).toEqual([]));
});
