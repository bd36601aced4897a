import { expect, it } from 'vitest';
import { findAgreement } from './agreement.ts';

it('takes at each place the word that most have heard', () => {
  expect(
    findAgreement([
      'Where is our day to kept?',
      'Where is our data kept?',
      'Well is our data kept.',
      'Where is the data kept?',
    ]),
  ).toBe('Where is our data kept?');
});

it('leaves out and adds words where most do', () => {
  const heard = ['is the tutor tutor safe', 'is the tutor safe', 'and is the tutor safe'];
  expect(findAgreement(heard)).toBe('is the tutor safe');
  expect(findAgreement(['the tutor', 'is the tutor safe', 'is the tutor safe'])).toBe(
    'is the tutor safe',
  );
});

it('takes the first one’s words where no two agree', () => {
  expect(findAgreement(['see the mood', 'sea the mode', 'she the moon'])).toBe('see the mood');
});

it('counts no marks and no capitals, and writes those of most', () => {
  expect(
    findAgreement([
      'Hello there you.',
      'hello there you?',
      'hello, there. You?',
      'hello there, you?',
    ]),
  ).toBe('hello there you?');
});

it('is the text where there is but one, and nothing of nothing', () => {
  expect(findAgreement(['Is it free?'])).toBe('Is it free?');
  expect(findAgreement(['', '', 'uh'])).toBe('');
  expect(findAgreement(['...', ''])).toBe('');
  expect(findAgreement([])).toBe('');
});
