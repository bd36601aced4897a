import type { KnowledgeEntryInput } from '../../../retrieval/entries/knowledge-schema.ts';

const words = (text: string): string[] => text.split(/\s+/);

/** Kinds of questions the guide is often asked and does not answer. Everything else falls to the threshold. */
export const outOfScopeEntries: readonly KnowledgeEntryInput[] = [
  {
    id: 'out-homework',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'can you do my homework',
      'help me with this math problem',
      'what is seven times eight',
      'write an essay for me',
      'solve this equation for me',
      'what is the square root of nine',
      'explain photosynthesis to me',
    ],
    keywords: [
      'plus',
      'minus',
      'divided',
      'multiply',
      'square root',
      'two plus two',
      'equation',
      'photosynthesis',
    ],
    answer:
      'In this call I only talk about Kindling itself, so I cannot work on a task with you. That is what the AI Tutor does in your school.',
    related: ['tutor-what'],
  },
  {
    id: 'out-world',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'what is the weather today',
      'will it rain tomorrow',
      'what time is it',
      'what day is today',
      'who won the game last night',
      'what is the latest news',
      'who is the president',
      'what is the capital of France',
      'play some music',
      'what is the stock price',
      'order me a pizza',
      'recommend a movie or a restaurant',
    ],
    answer:
      'I do not know about that, because I only know facts about Kindling. Is there something about the platform I can tell you?',
  },
  {
    id: 'out-advice',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'can you give me medical advice',
      'what medicine should I take',
      'I need legal advice',
      'should I sue them',
      'give me investment advice',
      'how do I lose weight',
    ],
    answer:
      'I cannot give advice on that. Please ask someone who is qualified, and ask me about Kindling.',
  },
  {
    id: 'out-opinion',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'who should I vote for',
      'what do you think about politics',
      'do you believe in god',
      'what is your opinion on religion',
      'what is the meaning of life',
    ],
    answer:
      'I have no opinions on that, I am an AI that knows about Kindling. What would you like to know about it?',
  },
  {
    id: 'out-food',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'how do I cook rice',
      'what is a good recipe',
      'where can I eat tonight',
      'can you order food',
    ],
    keywords:
      words(`cook bake recipe food eat drink restaurant dinner lunch breakfast pizza cake bread meat
      fish fruit vegetable coffee tea beer wine sugar kitchen boil fry oven calories diet
      hungry`),
    answer:
      'That is not something I know about, I only have facts about Kindling. What would you like to know about the platform?',
  },
  {
    id: 'out-travel',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'how do I get to the airport',
      'when does the train leave',
      'book a flight for me',
      'find me a hotel',
    ],
    keywords:
      words(`travel flight fly airplane plane airport train bus taxi subway hotel trip holiday
      vacation beach passport visa ticket drive driving road traffic parking car tire engine
      bicycle boat ship map`),
    answer:
      'That is not something I know about, I only have facts about Kindling. What would you like to know about the platform?',
  },
  {
    id: 'out-geography',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'how high is the highest mountain',
      'how many people live there',
      'what is the largest country',
    ],
    keywords:
      words(`mountain river ocean sea lake island continent country population world earth planet
      moon sun star space universe galaxy desert forest volcano earthquake climate snow rain
      storm temperature`),
    answer:
      'That is not something I know about, I only have facts about Kindling. What would you like to know about the platform?',
  },
  {
    id: 'out-history',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'who was the first president',
      'when was the war',
      'who invented it',
      'who wrote the book',
      'who painted that',
    ],
    keywords:
      words(`history war king queen president minister senate government emperor revolution ancient
      century invented discovered painted author novel famous born died actor singer celebrity
      richest`),
    answer:
      'That is not something I know about, I only have facts about Kindling. What would you like to know about the platform?',
  },
  {
    id: 'out-living',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: ['what do cats eat', 'how do I grow flowers', 'what is a good pet'],
    keywords:
      words(`animal dog cat horse bird fish dinosaur penguin insect snake elephant monkey pet plant
      tree flower garden grow tomato rose`),
    answer:
      'That is not something I know about, I only have facts about Kindling. What would you like to know about the platform?',
  },
  {
    id: 'out-house',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: ['how do I repair my sink', 'where can I buy clothes', 'how do I clean it'],
    keywords:
      words(`repair fix broken wash clean stain sink faucet roof paint wall furniture lamp light
      kitchen bathroom bedroom house apartment rent shop store shoes shirt dress clothes gift
      sale groceries printer`),
    answer:
      'That is not something I know about, I only have facts about Kindling. What would you like to know about the platform?',
  },
  {
    id: 'out-fun',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'who won the match',
      'what movie should I watch',
      'what song is this',
      'when is the concert',
    ],
    keywords:
      words(`sport football soccer baseball basketball tennis hockey olympics match championship
      score goal team movie film series television channel song music band concert guitar
      piano game chess lottery horoscope joke`),
    answer:
      'That is not something I know about, I only have facts about Kindling. What would you like to know about the platform?',
  },
  {
    id: 'out-money',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'what is the exchange rate',
      'should I buy shares',
      'how do I pay my taxes',
      'call a friend for me',
      'set an alarm',
    ],
    keywords:
      words(`bank loan mortgage tax taxes salary wage insurance stock shares invest bitcoin currency
      exchange dollar passport license bill electricity post parcel alarm reminder timer`),
    answer:
      'That is not something I know about, I only have facts about Kindling. What would you like to know about the platform?',
  },
  {
    id: 'out-body',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: ['how do I cure a cold', 'what should I take against pain', 'how do I sleep better'],
    keywords:
      words(`doctor hospital pharmacy medicine pill vitamin headache fever pain cold flu pregnant
      baby blood bone heart weight muscle exercise sleep allergy cancer vaccine`),
    answer:
      'That is not something I know about, I only have facts about Kindling. What would you like to know about the platform?',
  },
  {
    id: 'out-daily',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'where are my keys',
      'how do I write a letter to my wife',
      'where do I find a plumber',
    ],
    keywords:
      words(`key wallet letter wife husband uncle aunt cousin neighbor friend girlfriend boyfriend
      wedding birthday christmas party gift present love marriage funeral church prison police
      court lawyer army driver license haircut beard hair clock umbrella glasses jewelry toy
      knife bottle box`),
    answer:
      'That is outside what I know, I only have facts about Kindling. What would you like to hear about it?',
  },
  {
    id: 'out-science-facts',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: [
      'what is the speed of light',
      'what is the chemical symbol of gold',
      'how does a rocket work',
      'how far away is it',
    ],
    keywords:
      words(`light gravity atom molecule oxygen hydrogen gold silver iron metal rocket satellite
      energy electricity magnet telescope kilometer mile meter kilogram pound gallon liter
      degree celsius fahrenheit speed distance size height depth age bacteria virus cell gene
      evolution fossil`),
    answer:
      'That is outside what I know, I only have facts about Kindling. What would you like to hear about it?',
  },
  {
    id: 'out-places',
    topic: 'out-of-scope',
    kind: 'decline',
    questions: ['what is the capital of Spain', 'where is Chicago', 'how far is London'],
    keywords:
      words(`paris london berlin rome madrid tokyo boston chicago texas california florida alaska
      england spain italy brazil mexico canada australia india africa asia japan russia egypt
      everest amazon hawaii switzerland downtown airport museum library park bridge tower
      castle capital`),
    answer:
      'That is outside what I know, I only have facts about Kindling. What would you like to hear about it?',
  },
];
