import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useVapi } from './use-vapi.ts';
import { VapiProvider } from './vapi-provider.tsx';

function Label() {
  const { callState, isInCall, isConnecting, assistantName } = useVapi();
  return <p>{[callState, isInCall, isConnecting, assistantName].join(' ')}</p>;
}

it('renders on a server without loading the client', () => {
  const fail = () => Promise.reject(new Error('must not load'));
  const html = renderToString(
    <VapiProvider assistantName="Ember" loadClient={fail}>
      <Label />
    </VapiProvider>,
  );
  expect(html).toBe('<p>idle false false Ember</p>');
});

it('throws outside a provider', () => {
  expect(() => renderToString(<Label />)).toThrow('useVapi must be used within a VapiProvider');
});
