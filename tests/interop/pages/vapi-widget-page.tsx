import { VapiWidget } from '@vapi-ai/client-sdk-react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

// As a page uses it: what differs from test to test is in the address.
const query = new URLSearchParams(location.search);
const greeting = query.get('greeting');
const faults: string[] = [];
Object.assign(window, { faults });

const root = document.body.appendChild(document.createElement('div'));
createRoot(root).render(
  createElement(VapiWidget, {
    publicKey: query.get('key') ?? '',
    assistantId: query.get('assistant') ?? '',
    apiUrl: location.origin,
    mode: (query.get('mode') ?? 'chat') as 'chat' | 'voice' | 'hybrid',
    voiceShowTranscript: true,
    ...(greeting === null ? {} : { chatFirstMessage: greeting }),
    onError: (error: Error) => faults.push(error.message),
  }),
);
