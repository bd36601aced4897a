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
/** After what was said already, to someone who makes sure of it. */
export const SAME_POINT = [
  'That is all I know about it.',
  'More than that I do not know about it.',
] as const;
/** Before what was said already and comes close, to someone who asks more of it. */
export const ALL_KNOWN = [
  'All I know about that is this.',
  'I know no more about that than this.',
] as const;
/** The same where nothing of it comes close. */
export const NO_MORE_THAN_SAID = [
  'More than I said I do not know about that.',
  'About that I know no more than I said.',
] as const;
/** To someone who asks what is not known about what was just said. */
export const NO_MORE_ABOUT = [
  'That part of it I do not know, I am sorry.',
  'I am sorry, I do not know that part of it.',
  'I do not know more about it, I am sorry.',
] as const;
/** Behind that, where nobody is known who knows more. */
export const ASK_ELSE = [
  'What else can I tell you?',
  'What else would you like to know?',
  'Is there something else I can tell you?',
] as const;
/** To someone who takes up what was just said, and asks nothing. */
export const HEARD = [
  'I see. What else would you like to know?',
  'All right. What else can I tell you?',
] as const;
/** The same, where they are pleased. */
export const PLEASED = [
  'Good to hear. What else would you like to know?',
  'I am glad. What else can I tell you?',
] as const;
/** To someone who wants a yes or a no where neither is known, before what was said. */
export const NEITHER_YES_NOR_NO = [
  'I can say neither yes nor no.',
  'Neither, I am sorry, because I do not know it.',
] as const;
/** The same where nothing was said that is known. */
export const NO_VERDICT = [
  'I do not know it, so I can say neither yes nor no. What else can I tell you?',
  'Neither, because I do not know it. Is there something else I can tell you?',
] as const;
/** To someone who takes up that something is not known, and before who can tell. */
export const IGNORANCE_TAKEN_UP = [
  'That is right, I do not know it.',
  'Yes, that much is not known to me.',
] as const;
/** To someone who makes sure of it. */
export const IGNORANCE_SURE = [
  'Yes, and I would rather say so than guess.',
  'I am sure that I know no more than that.',
] as const;
/** To someone who minds it. */
export const IGNORANCE_MINDED = [
  'It is fair to expect that of me, and I am sorry. I know only what the team wrote down.',
  'You are right to expect it. The team has not told me more than that.',
] as const;
/** To someone who wants a yes or a no, where it was a plain statement. */
export const NOT_SO_SHORT = [
  'I would rather say exactly what I know.',
  'All that I can say for certain is this.',
] as const;
/** To someone who holds something against what was said, before the sentence that comes closest to it. */
export const OBJECTED = [
  'That is a fair point.',
  'I see what you mean.',
  'You have a point there.',
] as const;
/** The same where nothing is known of it. */
export const NO_ANSWER_TO_THAT = [
  'That is a fair point, and I have no good answer to it. What else can I tell you?',
  'I understand that, and I only know what I was told. What else would you like to know?',
] as const;
/** To someone who has already done what was proposed. */
export const ALREADY_DONE = [
  'I am sorry that it did not help.',
  'Then I am sorry, that must be annoying.',
] as const;
/** To someone who asks for the same a third time. */
export const NO_MORE_TO_SAY = [
  'I am sorry, more than that I do not know. Is there something else I can tell you?',
  'I am afraid that is all I can say about it. What else would you like to know?',
] as const;
/** To a sign of listening. */
export const LISTENING = [
  'What else would you like to know?',
  'I am listening. What else may I tell you?',
  'Ask me anything else you like.',
] as const;

/** To someone who reads back a number or an address. */
export const READ_RIGHT = ['Yes, that is right.', 'That is right, yes.'] as const;
export const READ_SO_FAR = 'Right so far. All of it is {contact}.';
export const READ_WRONG = 'Not quite. It is {contact}.';
/** To someone who makes sure of a number: “30 minutes, three zero”. */
export const NUMBER_RIGHT = 'Yes, {number}, {digits}.';
export const NUMBER_WRONG = 'No, {number}, {digits}.';
export const NUMBER_SAID = 'It is {number}, {digits}.';
/** To someone who asks for one of them again. */
export const NUMBER_AGAIN = 'The number is {contact}.';
export const ADDRESS_AGAIN = 'The address is {contact}.';
/** To someone who tells a number or an address of their own. */
export const NOT_WRITTEN_DOWN = [
  'I am sorry, I cannot write that down or pass it on. What else can I do for you?',
  'I cannot take down numbers or addresses, I am sorry. Is there anything else that I can tell you?',
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

/** To someone who has said who they are; `{name}` with the name that they gave, where they gave one. */
export const MET_BEGINNING = 'Nice to meet you';
export const MET = `${MET_BEGINNING}{name}.`;
export const MET_ASK = 'What would you like to know?';
/** Where something is written for people like them; `{subject}` as it is named. */
export const MET_OPENING = 'Shall I tell you about ';
export const MET_OFFER = `${MET_OPENING}{subject}, or do you have a question of your own?`;

/** To someone who tells something that nothing is known about, and asks nothing. */
export const STATEMENT_REPLIES = [
  'I see. What can I tell you?',
  'I understand. What would you like to know?',
  'All right. What would you like to ask?',
  'I follow you. What would help you?',
] as const;
/** To someone who tells more about themselves. */
export const MORE_INTRODUCED = [
  'Thank you for telling me. What would you like to know?',
  'Good to know. What can I tell you?',
] as const;
/** To someone who thanks; the first is said to those who go, too. */
export const THANKED = [
  'You are welcome. Is there anything else you would like to know?',
  'Gladly. What else can I tell you?',
  'My pleasure. Ask me anything else you like.',
] as const;
/** To someone who leaves, without ending the call. */
export const PARTED = [
  'Thank you for talking to me. Have a good day.',
  'You are welcome, and all the best.',
  'It was nice talking to you. Take care.',
] as const;
/** To a kind word. */
export const PRAISED = [
  'That is kind of you, thank you. What else can I tell you?',
  'Thank you, I am glad to hear that. What else would you like to know?',
] as const;
/** To a complaint about the answers. */
export const BLAMED = [
  'I am sorry about that. Tell me in a few words what you would like to know, and I will try again.',
  'I am sorry that this does not help you yet. What is the one thing you need to know?',
  'You are right, and I am sorry. Please ask me once more, in other words if you can.',
] as const;
/** The same, before what else they may have asked for. */
export const UNANSWERED = [
  'You are right, and I am sorry.',
  'I am sorry, then I took it for something else.',
] as const;
/** To someone who was told the same again. */
export const REPENTED = [
  'You are right, I said that already, and I am sorry. What would you like to know in its place?',
  'I am sorry for repeating myself. Please say in a few words what is missing, and I will try again.',
] as const;
/** The same, before what they ask besides. */
export const REPENTED_OPENINGS = [
  'Sorry for saying that twice.',
  'I am sorry that I repeated myself.',
] as const;
/** To someone who does not believe it. */
export const DISBELIEVED = [
  'You need not take my word for it. I can only tell you what I know, and the team can show you the rest. What else would you like to know?',
  'I understand that you doubt it. Have the team show it to you before you decide. What else can I tell you?',
] as const;
/** To someone who is worried or has a hard time. */
export const COMFORTED = [
  'I am sorry to hear that. What can I tell you that may help?',
  'I am sorry, that sounds hard. Tell me what you need to know, and I will try to help.',
] as const;
/** To someone who is sorry for a sharp word. */
export const FORGIVEN = [
  'No need to be sorry, I understand. What else can I tell you?',
  'That is quite all right. Is there anything else you would like to know?',
] as const;
/** To someone who has lost a person. */
export const CONDOLED = [
  'I am very sorry for your loss. Take your time. What can I tell you that may help?',
  'That must be hard, and I am sorry for your loss. What would you like to know?',
] as const;
/** To a child who is treated badly, or a friend of one. */
export const DISTRESSED = [
  'I am sorry, that is hard. I am only an AI, so please tell someone you trust, a teacher, the school counselor or your family, also where a friend does not want it.',
  'That sounds really hard, and it is good that you say it. Please tell an adult you trust today, at school or at home. They can help, and I cannot.',
] as const;
/** To the same child, who says more of it. */
export const STILL_DISTRESSED = [
  'You decide whom you tell. It can be any adult you trust, such as a teacher you like or the school counselor.',
  'One adult is enough, and it need not be your family. A teacher you like or the school counselor will listen.',
] as const;
/** Before the answer to someone who says that it worries them. */
export const UNDERSTOOD = [
  'I understand that worry.',
  'That is a fair worry.',
  'I see why that worries you.',
] as const;
/** Before the answer to someone who put a misunderstanding right. */
export const CORRECTED = [
  'Sorry, I misunderstood you.',
  'Sorry, I took that another way.',
] as const;
/** To someone who names what was meant, where it is what was just spoken of, before a part of that. */
export const MEANT_THE_SAME = [
  'That is what I was talking about.',
  'Then we mean the same.',
] as const;
/** Where we were; `{subject}` as it is named. */
export const RESUMED =
  'We were talking about {subject}. What else would you like to know about it?';

/** To someone who asks whether that was about the call or about those who learn. */
export const OF_CALL = 'That was only about this call.';
export const OF_SCHOOL =
  'What holds for students is agreed with their school, so please ask there.';

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
  'If you asked more than that, I may have missed it. Please ask the rest by itself.',
  'If there was more to it, please ask me that again by itself.',
] as const;

/** After what was probably meant. */
export const UNSURE_CLOSINGS = [
  'Is that what you wanted to know?',
  'Does that answer your question?',
  'Was that your question?',
] as const;

/** The same, where something else may have been meant, which is named behind it. */
export const OTHER_OPENINGS = [
  'Or do you mean ',
  'Or are you asking about ',
  'Or is it about ',
] as const;
/** To someone who did not mean that other thing either way. */
export const NOT_THE_OTHER = [
  'All right. If that did not answer it, please put it another way.',
  'Then I hope that answered it. If not, please ask it again in other words.',
] as const;

/** Before what is known nearby, where what was asked is not known. */
export const NEAR_OPENINGS = [
  'I do not know exactly that, but this may help.',
  'I am not certain, but perhaps this helps.',
  'I may not know just that. The nearest I have is this.',
  'I am not sure that I can answer that, but I know this.',
  'I cannot say exactly. This comes close.',
] as const;
/** Where nothing is near: what else may be asked about. */
export const NOTHING_NEAR = [
  'I do not know that. I can tell you about {first}, or about {second}.',
  'That is not among the facts I have. You could ask me about {first} or {second}.',
  'I have no answer to that one, and I will not make one up. I do know about {first} and {second}.',
  'That I cannot say. Shall we talk about {first}, or rather about {second}?',
  'I do not know, I am sorry. Ask me about {first} or {second}, and I can help.',
] as const;
