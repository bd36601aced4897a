import { expect, it } from 'vitest';
import { scriptLines } from './script-lines.ts';

it('reads what the caller says, a line each', () => {
  const script = [
    '# Opening hours',
    'User: When do you open?',
    'Assistant: At nine.',
    '',
    '- And on Sunday?',
    '2) Customer:  Thank you. ',
    'ai: You are welcome.',
  ].join('\r\n');
  expect(scriptLines(script)).toEqual(['When do you open?', 'And on Sunday?', 'Thank you.']);
});

it('takes prose as it stands', () => {
  expect(scriptLines('I would like to book a demo.')).toEqual(['I would like to book a demo.']);
  expect(scriptLines('# nothing to say')).toEqual([]);
});
