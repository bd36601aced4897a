import { describe, expect, it } from 'vitest';
import { readCaller } from './caller.ts';

describe('who speaks', () => {
  it.each([
    ["i'm not the parent, i'm the student", 'student'],
    ["I'm in year ten", 'student'],
    ['my teacher said I have to', 'student'],
    ['can my classmates see it', 'student'],
    ["I'm a worried dad", 'parent'],
    ['my daughter is eleven', 'parent'],
    ["I've two at school, one's in reception", 'parent'],
    ["I'm the IT technician at a school", 'engineer'],
    ["I'm a developer and I'd like to build something", 'engineer'],
    ['I run the ICT here', 'engineer'],
    ['I teach year four', 'staff'],
    ['my pupils love it', 'staff'],
    ["I'm a special needs coordinator at a primary school", 'staff'],
  ])('“%s”: %s', (turn, caller) => {
    expect(readCaller(turn, null)).toBe(caller);
  });

  it('is not told by every turn', () => {
    expect(readCaller('my teachers would need training', null)).toBeNull();
    expect(readCaller('what does it cost', null)).toBeNull();
    expect(readCaller('one of my kids writes slowly', 'staff')).toBeNull();
    expect(readCaller("I've got three particular children", 'staff')).toBeNull();
    expect(readCaller('the second one, a girl with autism', 'staff')).toBeNull();
  });
});
