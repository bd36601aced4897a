import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { hasCoturn } from '../support/network/coturn.ts';
import { canHaveMachines, runInNamespace } from '../support/network/other-machine.ts';
import { hasEspeak } from '../support/sound/microphone.ts';

const missing = [
  canHaveMachines ? [] : ['network namespaces (root and Linux: unshare, iproute2)'],
  hasCoturn ? [] : ['coturn'],
  hasEspeak ? [] : ['espeak-ng'],
  spawnSync('openssl', ['version']).status === 0 ? [] : ['openssl'],
].flat();

interface Spoken {
  readonly connections: number;
  readonly candidateType: string;
  readonly relayProtocol: string;
  readonly attempts: readonly string[];
  readonly heard: string;
  readonly energy: number;
}

interface Result {
  readonly blocked: { readonly text: string; readonly offersWriting: boolean };
  readonly tcp: Spoken;
  readonly tls: Spoken;
}

it('where UDP is blocked a call is spoken through TURN, over TCP and over TLS', async (context) => {
  if (missing.length > 0) {
    console.warn(`SKIPPED: needs ${missing.join(', ')}`);
    return context.skip();
  }
  const script = fileURLToPath(new URL('./turn-call.ts', import.meta.url));
  const { blocked, tcp, tls } = (await runInNamespace(script)) as Result;
  // Without the TURN server nothing gets through, and the visitor learns what still works.
  expect(blocked.text).toContain('Call Failed');
  expect(blocked.offersWriting).toBe(true);
  for (const [relayProtocol, call] of Object.entries({ tcp, tls })) {
    // One connection and one offer: the first attempt.
    expect(call).toMatchObject({
      ...{ connections: 1, attempts: ['POST'], candidateType: 'relay', relayProtocol },
    });
    // The agent heard most words of the question (a recogniser mishears one now and then), and was heard.
    expect(call.heard, relayProtocol).toMatch(/^You: /);
    expect(call.energy, relayProtocol).toBeGreaterThan(0.001);
  }
}, 260_000);
