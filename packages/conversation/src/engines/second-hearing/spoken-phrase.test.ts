import { expect, it } from 'vitest';
import { toSpokenPhrase } from './spoken-phrase.ts';

it.each([
  ['where is our data kept', 'Where is our data kept?'],
  ['can i see what the ai says', 'Can I see what the AI says?'],
  ['Tell me more.', 'Tell me more.'],
  [' iPad or aims', 'IPad or aims?'],
  ['', ''],
])('writes "%s" as a recogniser does', (phrase, spoken) => {
  expect(toSpokenPhrase(phrase)).toBe(spoken);
});
