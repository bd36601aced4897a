import type { SpeechEngines } from '../modules/assistants/runtime/engines.ts';
import type { Config } from '../platform/config/config.ts';
import type { RunningServer } from './start-server.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Where browsers on this machine reach the server, or everybody where the operator says so. */
export function serverUrl({ host, publicUrl }: Config, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return publicUrl ?? `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

/** What the operator sees once the server is listening. */
export function listeningText(config: Config, server: RunningServer): string {
  const local = LOOPBACK.has(config.host);
  const lines = [
    '',
    `  Kindling   ${serverUrl(config, server.port)}`,
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
  return [...lines, ...recordingLines(config), ...seededLines(config, server), ''].join('\n');
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

/** What the site says of itself is the operator's word, too. */
export const RECORDING_WARNING =
  'CALL_RECORDING=true: calls are recorded where their assistant asks for it, but the privacy page of the site promises that no audio is kept. Change that page (and your notice to callers) first.';

function recordingLines({ roomMedia }: Config): string[] {
  return roomMedia.callRecording ? ['', `  WARNING    ${RECORDING_WARNING}`] : [];
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
