import type { SpeechEngines } from './calls/engines.ts';
import type { Config } from './config.ts';
import type { RunningServer } from './start-server.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** What the operator is told once the server listens. */
export function listeningText(config: Config, server: RunningServer): string {
  const local = LOOPBACK.has(config.host);
  const shown = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  const host = shown.includes(':') ? `[${shown}]` : shown;
  const lines = [
    '',
    `  Kindling   ${config.publicUrl ?? `http://${host}:${server.port}`}`,
    '',
    `  http       ${config.host}:${server.port} (TCP)`,
    `  audio      UDP port ${server.udpPort}, shared by all calls`,
    `  data       ${config.dataFolder}`,
    `  database   ${server.database}`,
    config.mail.smtpUrl === null
      ? `  mail       written to ${config.mail.outboxFolder}, sent nowhere; SMTP_URL sends it`
      : `  mail       sent by ${new URL(config.mail.smtpUrl).host}`,
    local
      ? '  reach      this machine only; HOST=0.0.0.0 opens it to the network (microphones then need https)'
      : '  reach      the network; microphones work over https only, except on localhost',
  ];
  return [...lines, ...seededLines(config, server), ''].join('\n');
}

/** What answers the calls, once it is loaded. */
export function readyText(config: Config, engines: SpeechEngines): string {
  const model =
    config.llm === null
      ? 'guide (offline)'
      : `guide (offline); ${config.llm.model} at ${config.llm.baseUrl} for assistants that ask for it`;
  return [
    `  model      ${model}`,
    `  voice      ${engines.voice.provider}`,
    `  transcriber ${engines.transcriber.provider}`,
    '',
    '  Ready. Ctrl-C ends all calls and stops.',
    '',
  ].join('\n');
}

function seededLines(config: Config, { seeded }: RunningServer): string[] {
  if (seeded === null) return [];
  return [
    '',
    '  First start: one organisation, one assistant and its keys were made.',
    `  assistant  ${seeded.assistantId}`,
    `  private key, shown this once and kept in ${config.dataFolder}/private-key:`,
    `    ${seeded.privateKey}`,
  ];
}
