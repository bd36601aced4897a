export type Sex = 'female' | 'male';

type Lists = Readonly<Record<Sex, ReadonlySet<string>>>;
const setOf = (lines: readonly string[]) => new Set(lines.flatMap((line) => line.split(' ')));

/** Names of the voices of Vapi, ElevenLabs, PlayHT, OpenAI, Deepgram and Azure, as they publish them. */
const NAMES: Lists = {
  female: setOf([
    'kylie lily savannah hana neha paige leah tara jess mia zoe rachel sarah laura charlotte alice',
    'matilda jessica aria domi bella elli emily freya gigi glinda grace mimi nicole serena dorothy paula',
    'myra marissa andrea steph jennifer melissa ruby donna alloy nova shimmer coral sage fable marin',
    'asteria luna stella athena hera thalia andromeda helena amalthea aurora callista cora cordelia delia',
    'electra harmonia iris janus juno minerva ophelia pandora phoebe selene theia vesta jenny ava emma',
    'jane nancy michelle sara ana ashley amber monica elizabeth sonia libby natasha neerja',
  ]),
  male: setOf([
    'elliot rohan cole harry spencer neil godfrey nico kai dan zac adam antoni arnold bill brian callum',
    'charlie chris clyde daniel dave drew ethan fin george giovanni james jeremy joseph josh liam michael',
    'mark patrick paul ryan sam thomas will eric roger burt phillip steve myles matt jack davis echo onyx',
    'ash ballad verse cedar orion arcas perseus angus orpheus helios zeus apollo aries atlas draco hermes',
    'hyperion jupiter mars neptune odysseus pluto saturn guy tony jason andrew christopher jacob steffan',
    'william prabhat',
  ]),
};

/** Ids of ElevenLabs' own voices, which say nothing by themselves. */
const IDS: Lists = {
  female: setOf([
    '21m00Tcm4TlvDq8ikWAM EXAVITQu4vr4xnSDxMaL AZnzlk1XvdvUeBnXmlld MF3mGyEYCl7XYWbV9V6O',
    'XB0fDUnXU5powFXDhCwa Xb7hH8MSUJpSbSDYk0k2 XrExE9yKIg1WjnnlVkGX 9BWtsMINqrJLrRacOk9x',
    'FGY2WhTYpPnrIDTdsKH5 cgSgspJ2msm6clMCkdW9 pFZP5JQG7iQjIQuC4Bku',
  ]),
  male: setOf([
    'ErXwobaYiN019PkySvjV TxGEqnHWrfWFTfGW9XjX VR6AewLTigWG4xSOukaG pNInz6obpgDQGcFmaJgB',
    'yoZ06aMxZJJ28mfd3POQ CwhRBWXzGAHq8TQ4Fs17 IKne3meq5aSn9XLyUdCD JBFqnCBsd6RMkjVDRZzb',
    'N2lVS1w4EtoT3dr4eOWO TX3LPaxmHKxFdv7VOQHJ bIHbv24MWmeRgasZH58o cjVigY5qzO86Huf0OWal',
    'iP95p4xoKVk53GoZ742B nPczCjzI2devNBz1zQrb onwK4e9ZLuTAKqWW03F9 pqHfZKP75CvOlQylNhV4',
  ]),
};

/** Of a voice by its id: `burt`, `en-US-AndrewNeural`, `aura-asteria-en`. Null: not known. */
export function sexOfVoice(voiceId: string): Sex | null {
  const names = voiceId.toLowerCase().split(/[^a-z]+/);
  const all = names.flatMap((name) => [name, name.replace(/(?:multilingual)?neural$/, '')]);
  for (const sex of ['female', 'male'] as const)
    if (IDS[sex].has(voiceId) || all.some((name) => NAMES[sex].has(name))) return sex;
  return null;
}
