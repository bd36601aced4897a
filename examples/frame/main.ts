import { createFrame } from '@kindling/call';
import { element } from '../element.ts';
import { exampleRoom } from '../example-room.ts';

const state = element('state', HTMLElement);
const fault = element('fault', HTMLElement);

/** A button of this page's own in the tray of the call page. */
const raiseHand = (raised: boolean) => ({
  raise: {
    iconPath: `${location.origin}/hand.svg`,
    label: raised ? 'Lower hand' : 'Raise hand',
    tooltip: 'Tell everybody that you would like to speak',
    visualState: raised ? ('active' as const) : ('default' as const),
  },
});

const call = createFrame(element('stage', HTMLElement), {
  userName: 'Ada',
  iframeStyle: { width: '100%', height: '100%', border: '0' },
  theme: { colors: { accent: '#b4531f' } },
  customTrayButtons: raiseHand(false),
  customIntegrations: {
    whiteboard: {
      label: 'Whiteboard',
      location: 'main',
      srcdoc: '<h1>A whiteboard</h1><p>Any page of yours can stand here.</p>',
      shared: true,
    },
  },
});

call.on('loaded', () => {
  state.textContent = 'Choose a name and devices in the frame, then join.';
});
call.on('joined-meeting', () => {
  state.textContent = 'In the call.';
  call.startCustomIntegrations('whiteboard');
});
call.on('left-meeting', () => {
  state.textContent = 'You left.';
});
call.on('error', ({ errorMsg }) => {
  state.textContent = '';
  fault.textContent = `The call ended: ${errorMsg}`;
});

let raised = false;
call.on('custom-button-click', ({ button_id }) => {
  if (button_id !== 'raise') return;
  raised = !raised;
  call.updateCustomTrayButtons(raiseHand(raised));
  call.sendAppMessage({ raised });
});
call.on('app-message', ({ data, fromId }) => {
  if (typeof data !== 'object' || data === null || !('raised' in data)) return;
  const who = call.participants()[fromId]?.user_name ?? 'Somebody';
  state.textContent = data.raised ? `${who} would like to speak.` : 'In the call.';
});

try {
  await call.join({ url: await exampleRoom() });
} catch (error) {
  fault.textContent = error instanceof Error ? error.message : String(error);
}
