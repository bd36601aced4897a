import { createCallObject, type Participant } from '@kindling/call';
import { element } from '../element.ts';
import { exampleRoom } from '../example-room.ts';

const call = createCallObject({ videoSource: true });

const name = element('name', HTMLInputElement);
const join = element('join', HTMLButtonElement);
const microphone = element('microphone', HTMLButtonElement);
const camera = element('camera', HTMLButtonElement);
const screen = element('screen', HTMLButtonElement);
const message = element('message', HTMLInputElement);
const messages = element('messages', HTMLElement);
const state = element('state', HTMLElement);
const fault = element('fault', HTMLElement);
const tiles = element('tiles', HTMLElement);

// Who is there: tracks start and stop, local or remote.

call.on('track-started', ({ participant, track, type }) => {
  // Oneself is seen, not heard.
  if (participant === null || (participant.local && track.kind === 'audio')) return;
  const tile = document.createElement('figure');
  tile.id = track.id;
  const player = document.createElement(track.kind === 'audio' ? 'audio' : 'video');
  player.srcObject = new MediaStream([track]);
  player.autoplay = true;
  player.muted = participant.local;
  if (player instanceof HTMLVideoElement) player.playsInline = true;
  tile.append(player);
  if (track.kind === 'video') tile.append(caption(participant, type));
  else tile.hidden = true;
  tiles.append(tile);
});
call.on('track-stopped', ({ track }) => document.getElementById(track.id)?.remove());

call.on('participant-counts-updated', () => {
  const names = Object.values(call.participants()).map(nameOf);
  if (call.meetingState() === 'joined-meeting') state.textContent = `Here: ${names.join(', ')}`;
});

function nameOf({ user_name, local }: Participant): string {
  return local ? `${user_name} (you)` : user_name;
}

function caption(participant: Participant, type: string): HTMLElement {
  const words = document.createElement('figcaption');
  words.textContent = nameOf(participant) + (type === 'screenVideo' ? ', the screen' : '');
  return words;
}

// Joining and leaving.

element('entrance', HTMLFormElement).addEventListener('submit', async (event) => {
  event.preventDefault();
  fault.textContent = '';
  join.disabled = true;
  try {
    await call.join({ url: await exampleRoom(), userName: name.value });
  } catch (error) {
    // With its words for people; what ends a call later is the error event below.
    fault.textContent = error instanceof Error ? error.message : String(error);
  }
  join.disabled = false;
});
element('leave', HTMLButtonElement).addEventListener('click', () => call.leave());

call.on('joined-meeting', () => {
  showControls(true);
  showDevices();
});
call.on('left-meeting', () => {
  showControls(false);
  state.textContent = 'You left.';
});
call.on('error', ({ errorMsg }) => {
  showControls(false);
  state.textContent = '';
  fault.textContent = `The call ended: ${errorMsg}`;
});
call.on('camera-error', ({ error }) => {
  fault.textContent = `No camera or microphone (${error.type}). You can still watch and listen.`;
});

function showControls(joined: boolean): void {
  element('entrance', HTMLFormElement).hidden = joined;
  element('controls', HTMLElement).hidden = !joined;
  element('chat', HTMLFormElement).hidden = !joined;
  (joined ? element('leave', HTMLButtonElement) : join).focus();
}

// Microphone, camera, screen. Their state comes back as an event, whether this page or an owner changed it.

microphone.addEventListener('click', () => call.setLocalAudio(!call.localAudio()));
camera.addEventListener('click', () => call.setLocalVideo(!call.localVideo()));
screen.addEventListener('click', () => {
  if (call.localScreenVideo()) call.stopScreenShare();
  else call.startScreenShare();
});
call.on('participant-updated', ({ participant }) => {
  if (participant.local) showDevices();
});

function showDevices(): void {
  microphone.textContent = call.localAudio() ? 'Mute' : 'Unmute';
  camera.textContent = call.localVideo() ? 'Camera off' : 'Camera on';
  screen.textContent = call.localScreenVideo() ? 'Stop sharing' : 'Share screen';
}

// Messages go to everybody else, not back to who sent them.

element('chat', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  call.sendAppMessage({ text: message.value });
  say(nameOf(call.participants().local), message.value);
  message.value = '';
});
call.on('app-message', ({ data, fromId }) => {
  const sender = call.participants()[fromId];
  // Any participant may send anything.
  if (!sender || typeof data !== 'object' || data === null || !('text' in data)) return;
  say(nameOf(sender), String(data.text));
});

function say(who: string, text: string): void {
  const line = document.createElement('p');
  line.textContent = `${who}: ${text}`;
  messages.append(line);
}
