import { plainWords } from './plain-words.ts';

const DISTRESS =
  /\b(?:bull(?:y|ies|ied|ying) (?:me|her|him|us|them|my)|(?:i|she|he|we|they|my \w+) (?:am|is|are|was|were|get|gets|keeps?) (?:\w+ )?(?:being |getting )?bullied|(?:being|are|is|was|were) (?:\w+ ){0,2}mean to (?:me|her|him|us|them|my \w+)|(?:she|he|i) (?:cr(?:y|ies)|am crying|is crying|was crying|hurts?)\b(?! of laughing)|(?:hit|hits|beats?|hurt|hurts|hurting) (?:me|her|him|herself|himself)|i (?:am|feel)(?: \w+){0,2} (?:lonely|alone with it|all alone)|hates? (?:my life|going to school)|scared of (?:him|her|them|my (?:dad|mum|mom|father|mother|teacher)|going (?:home|to school)))\b/;

/** Whether the caller tells of trouble with which a child should not be left alone, and which is no crisis yet. */
export function tellsOfDistress(turn: string): boolean {
  return DISTRESS.test(plainWords(turn));
}
