/** Everything the guide says that is not in its knowledge. */
export const CLARIFY_OPENING = 'Do you mean ';
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

export const NO_MORE = 'That is all I know about it.';
export const ACCEPTED = [
  'Good. What would you like to know?',
  'Gladly. What would you like to hear about?',
] as const;
export const DECLINED = [
  'All right. Ask me whenever something else comes to mind.',
  'No problem. I am here if you have another question.',
] as const;

/** To somebody who has said who they are; `{name}` where they gave a name. */
export const MET = ['Nice to meet you. What would you like to know?'] as const;
export const MET_BY_NAME = ['Nice to meet you, {name}. What would you like to know?'] as const;
