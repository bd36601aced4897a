/** Everything the guide says that is not in its knowledge. */
export const CLARIFY_OPENINGS = [
  'Do you mean ',
  'Are you asking about ',
  'Is your question about ',
] as const;
/** Where words were probably misheard. */
export const MEANT_OPENINGS = [
  'Did you mean ',
  'I may not have heard that right. Is it about ',
  'I am not sure that I heard you well. Did you ask about ',
] as const;
/** When two were offered and the caller only said yes. */
export const CLARIFY_AGAIN = 'Which one, ';
export const CLARIFY_OR = ', or ';

export const NOT_CAUGHT = [
  'I am sorry, I did not catch that. Could you say it again?',
  'I did not quite hear that. Please say it once more.',
] as const;

export const REPEAT_OPENINGS = ['Of course.', 'Here it is again.'] as const;
export const SLOWER_OPENING = 'I cannot change my speed, but here it is again.';
export const SHORTER_OPENING = 'In short.';
export const SAME_POINT = [
  'It is the same point as before.',
  'That comes down to the same point.',
] as const;
/** To a sign of listening. */
export const LISTENING = [
  'What else would you like to know?',
  'I am listening. What else may I tell you?',
  'Ask me anything else you like.',
] as const;

/** To someone who needs a moment. */
export const WAITING = [
  'Of course. Take your time.',
  'I will wait. Just speak when you are ready.',
] as const;

export const NO_MORE = 'That is all I know about it.';
export const ACCEPTED = [
  'Good. What would you like to know?',
  'Gladly. What would you like to hear about?',
] as const;
export const DECLINED = [
  'All right. Ask me whenever something else comes to mind.',
  'No problem. I am here if you have another question.',
] as const;

/** To someone who has said who they are; `{name}` where they gave a name. */
export const MET = ['Nice to meet you. What would you like to know?'] as const;
export const MET_BY_NAME = ['Nice to meet you, {name}. What would you like to know?'] as const;

/** To someone who did not mean what was probably misheard. */
export const NOT_MEANT = [
  'Then I have not understood you yet. Could you put it another way?',
  'All right. Please ask it again in other words.',
] as const;

/** To someone who meant neither of two. */
export const NEITHER = [
  'All right, neither. Please ask it again in other words.',
  'Then I have not understood you yet. Could you put it another way?',
] as const;

/** After an answer to a part of what was asked. */
export const MORE_ASKED = [
  'For the rest I have no good answer. Please ask it again by itself.',
  'To what else you asked I have no good answer. Please ask me one thing at a time.',
] as const;

/** Before what is probably meant; `{subject}` as it is named. */
export const UNSURE_OPENINGS = [
  'I am not sure I can answer that. If it is about {subject}, I know this.',
  'I may not know exactly that. If you mean {subject}, this is what I can say.',
  'That may be more than I know. If it is {subject} you mean, I can say this.',
] as const;

/** Before what is known nearby, where what was asked is not known. */
export const NEAR_OPENINGS = [
  'I do not know exactly that. What I can say is this.',
  'That very thing is not among the facts I have, but this may help.',
  'I cannot say that for sure. What comes closest is this.',
  'I do not know just that. Close to it, I know this.',
  'I have no answer to exactly that. Here is what I do know.',
] as const;
/** Where nothing is near: what else may be asked about. */
export const NOTHING_NEAR = [
  'I do not know that. I can tell you about {first}, or about {second}.',
  'That is not among the facts I have. You could ask me about {first} or {second}.',
  'I have no answer to that one, and I will not make one up. I do know about {first} and {second}.',
  'That I cannot say. Shall we talk about {first}, or rather about {second}?',
  'I do not know, I am sorry. Ask me about {first} or {second}, and I can help.',
] as const;
