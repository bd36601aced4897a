const A_PERSON = String.raw`(?:an? )?(?:(?:real|actual|live|living) )*(?:human(?: being)?|person)\b`;
const A_MACHINE = String.raw`(?:an? )?(?:(?:real|just) )?(?:ai|robot|bot|chatbot|machine|computer|program|recording)\b`;
/** What an assistant is not, though nobody asks whether it is. */
const A_CALLING = String.raw`an? (?:\w+ )?(?:professional|teacher|educator|counselor|therapist|doctor|lawyer|student|parent)(?![-\w])`;
const CLAIMS = new RegExp(
  String.raw`\bi(?: am|['’]m) (?:(?:just|really|actually|indeed) )*(?:${A_PERSON}|${A_CALLING})`,
  'i',
);
const ASKS_PERSON = new RegExp(
  String.raw`\b(?:are you|you are|you['’]re|(?:is this|am i (?:talking|speaking) (?:to|with))) (?:really |actually |even )?${A_PERSON}`,
  'i',
);
const ASKS_MACHINE = new RegExp(
  String.raw`\b(?:are you|you are|you['’]re|(?:is this|am i (?:talking|speaking) (?:to|with))) (?:really |actually |just )?${A_MACHINE}`,
  'i',
);

interface Answering {
  readonly question: string;
  readonly affirms: boolean;
  readonly denies: boolean;
}

/** Whether an assistant makes itself a person, by its words or by a yes or no to the question. */
export function claimsToBePerson(
  clause: string,
  { question, affirms, denies }: Answering,
): boolean {
  if (CLAIMS.test(clause)) return true;
  // "Are you a person or a robot?" is answered by neither.
  const [person, machine] = [ASKS_PERSON.test(question), ASKS_MACHINE.test(question)];
  return (affirms && person && !machine) || (denies && machine && !person);
}
