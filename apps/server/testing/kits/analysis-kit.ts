import { afterAll, beforeAll, expect } from 'vitest';
import { describeWithServer } from '../databases/describe-databases.ts';
import { useTestReceiver } from '../receivers/test-receiver.ts';

/** Of a server that has a language model. */
export const LLM = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'notes' };

/** Calls that end, and what is found out about them. */
interface Kit {
  readonly server: Parameters<Parameters<typeof describeWithServer>[1]>[0];
  readonly database: Parameters<Parameters<typeof describeWithServer>[1]>[1];
  readonly call: (
    assistant: Record<string, unknown>,
    beforeEnd?: () => Promise<void>,
    /** Instead of the assistant. */
    body?: Record<string, unknown>,
  ) => Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly read: (id: string) => Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read webhooks of every shape.
  readonly reports: () => any[];
  readonly settled: () => Promise<void>;
  /** Its lines, each with its level. */
  readonly logOf: (id: string) => Promise<string[]>;
}
type Tests = (kit: Kit) => void;

/** To be made once in a file, outside its tests. */
export function createAnalysisKit() {
  const receiver = useTestReceiver();
  function analyses(environment: Record<string, string>, title: string, tests: Tests): void {
    describeWithServer(
      title,
      (server, database) => {
        beforeAll(() => server().jobs.start());
        afterAll(() => server().jobs.close());

        /** A call that is over; resolves once everything about it was done. */
        async function call(
          assistant: Record<string, unknown>,
          beforeEnd = async () => {},
          body: Record<string, unknown> = {
            assistant: { server: { url: receiver.url }, ...assistant },
          },
        ) {
          const { status, json } = await server().send('POST', '/call/web', { body });
          expect(status, JSON.stringify(json)).toBe(201);
          const room = server().parts.media.last();
          await room.join({ sdp: 'v=0' });
          room.say('playable');
          await beforeEnd();
          server().parts.conversations.last().endItself('assistant-ended-call');
          await expect.poll(() => room.closedWith).not.toBeNull();
          await settled();
          return json.id as string;
        }

        /** The analysis, and then the report that it adds. */
        async function settled() {
          await server().jobs.settled();
          await server().jobs.settled();
        }
        const read = async (id: string) => (await server().send('GET', `/call/${id}`)).json;
        const reports = () =>
          receiver.received
            .map(({ body }) => JSON.parse(body).message)
            .filter(({ type }) => type === 'end-of-call-report');
        async function logOf(id: string): Promise<string[]> {
          await server().logs.flush();
          const { results } = (await server().send('GET', `/log?callId=${id}`)).json;
          return results.map(({ level, log }: Record<string, string>) => `${level} ${log}`);
        }
        tests({ server, database, call, read, reports, logOf, settled });
      },
      { ...environment, TOOL_PRIVATE_ADDRESSES: 'true' },
    );
  }

  return { analyses, receiver };
}
