import { type CallEndKind, Vapi } from '@kindling/assistant';
import { element } from '../element.ts';
import { exampleAssistant } from '../example-assistant.ts';

const call = element('call', HTMLButtonElement);
const mute = element('mute', HTMLButtonElement);
const state = element('state', HTMLElement);
const fault = element('fault', HTMLElement);
const volume = element('volume', HTMLMeterElement);
const transcript = element('transcript', HTMLElement);

/** An end is more than a hang-up: people want to know. */
const ENDS: Record<CallEndKind, string> = {
  'hang-up': 'The call is over.',
  transferred: 'The call goes on elsewhere.',
  limit: 'The time for this call was over.',
  quota: 'Too many people are calling. Try again later.',
  silence: 'Nobody spoke for a while, so the call was ended.',
  unanswered: 'Nobody answered.',
  error: 'The call broke off.',
};

const { publicKey, assistantId } = await exampleAssistant().catch((error: Error) => {
  fault.textContent = error.message;
  throw error;
});
const vapi = new Vapi(publicKey, location.origin);

vapi.on('call-start', () => {
  state.textContent = 'In a call. Speak.';
  mute.disabled = false;
});

vapi.on('call-end', ({ kind }) => {
  show('Call the assistant', ENDS[kind]);
  volume.value = 0;
});

vapi.on('message', (message) => {
  if (message.type !== 'transcript' || message.transcriptType !== 'final') return;
  // Empty where the assistant was interrupted before a word was heard.
  if (message.transcript === '') return;
  const line = document.createElement('p');
  line.textContent = `${message.role === 'user' ? 'You' : 'Assistant'}: ${message.transcript}`;
  transcript.append(line);
});

vapi.on('volume-level', (level) => {
  volume.value = level;
});

vapi.on('error', ({ message }) => {
  fault.textContent = message;
});

let running = false;

call.addEventListener('click', async () => {
  if (running) return vapi.stop();
  fault.textContent = '';
  transcript.replaceChildren();
  show('Hang up', 'Calling …', true);
  // Rejects with what was an error event, too. Null: hung up meanwhile.
  const created = await vapi.start(assistantId).catch((error: Error) => {
    if (error.name === 'NotAllowedError') fault.textContent = 'Allow the microphone, then call.';
    return null;
  });
  if (created === null) show('Call the assistant', 'Not in a call.');
});

mute.addEventListener('click', () => {
  vapi.setMuted(!vapi.isMuted());
  mute.textContent = vapi.isMuted() ? 'Unmute' : 'Mute';
});

function show(action: string, words: string, calling = false): void {
  running = calling;
  call.textContent = action;
  state.textContent = words;
  mute.disabled = true;
  mute.textContent = 'Mute';
}
