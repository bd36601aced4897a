import { describe, expect, it } from 'vitest';
import { tidyText } from './tidy-text.ts';

describe('tidyText', () => {
  it('trims, begins with a capital and keeps the rest', () => {
    expect(tidyText('  what does   it cost? ', 2)).toBe('What does it cost?');
    expect(tidyText("'tis fine.", 2)).toBe("'Tis fine.");
  });

  it('is empty when there are no words', () => {
    for (const raw of ['', ' ', '...', '?!', '<unk>', ' <<ST_4>> .']) {
      expect(tidyText(raw, 1)).toBe('');
    }
  });

  it('says once what a model says in a loop', () => {
    expect(tidyText('I think so. I think so. I think so. I think so.', 6)).toBe('I think so.');
    expect(tidyText('no no no no no no no and yes', 8)).toBe('No and yes');
    expect(tidyText('Meters, meters, meters', 0.5)).toBe('Meters,');
    expect(tidyText('hahahahahahahaha', 2)).toBe('Ha');
  });

  it('leaves what people do repeat', () => {
    expect(tidyText('One one one', 1.5)).toBe('One one one');
    expect(tidyText('no, no, no, no!', 2)).toBe('No, no, no, no!');
    expect(tidyText('bye bye', 1)).toBe('Bye bye');
  });

  it('drops words beyond what can be said in the time', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
    expect(tidyText(words.join(' '), 1).split(' ')).toHaveLength(10);
  });
});
