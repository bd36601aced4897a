import { describe, expect, it } from 'vitest';
import { playedWords } from '../playout/played-words.ts';
import { createMemory } from './memory.ts';

const played = (text: string, interrupted = false) => ({ text, endTime: 50, interrupted });

describe('playedWords (TURN-26)', () => {
  it('counts a word when its last letter was played', () => {
    expect(playedWords('one two three', 0.2)).toBe('');
    expect(playedWords('one two three', 3 / 13)).toBe('one');
    expect(playedWords('one two three', 12.9 / 13)).toBe('one two');
    expect(playedWords('one two three', 1)).toBe('one two three');
  });
});

describe('createMemory', () => {
  it('joins the sentences of an utterance, unless another spoke between them (TURN-30)', () => {
    const memory = createMemory('prompt');
    memory.beginSentence('a', 10)(played('One.'));
    const end = memory.beginSentence('a', 20);
    memory.addUser('Hm?', 15, 25);
    end(played('Two.'));
    memory.beginSentence('a', 30)(played('Three.'));
    expect(memory.transcript()).toBe('AI: One. Two.\nUser: Hm?\nAI: Three.');
    expect(memory.callMessages(10).map(({ time }) => time)).toEqual([10, 15, 30]);
  });

  it('tells models what was said before, until it is to be forgotten, and records none of it', () => {
    const memory = createMemory('prompt', [
      { role: 'user', content: 'I am Ada.' },
      { role: 'tool', content: '7', toolCallId: 'a' },
      { role: 'assistant', content: 'Hello Ada.' },
    ]);
    memory.addUser('Who am I?', 10, 20);
    expect(memory.modelMessages().map(({ content }) => content)).toEqual([
      'prompt',
      'I am Ada.',
      'Hello Ada.',
      'Who am I?',
    ]);
    expect(memory.transcript()).toBe('User: Who am I?');
    memory.handOver('next', 'forget');
    expect(memory.modelMessages()).toEqual([{ role: 'system', content: 'next' }]);
  });

  it('does not remember a sentence of which nothing was heard', () => {
    const memory = createMemory('');
    memory.beginSentence('a', 10)(played('', true));
    memory.addUser('Hi.', 20, 30);
    expect(memory.modelMessages('There.')).toEqual([{ role: 'user', content: 'Hi. There.' }]);
  });
});
