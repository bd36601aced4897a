import { testSuiteRunSchema } from '@kindling/protocol';
import type { TestServer } from '../server/test-server.ts';

export const HOURS = { type: 'ai', rubric: 'Says "nine"' };
export const TEST = { type: 'chat', name: 'Hours', script: 'When do you open?', scorers: [HOURS] };

/** Makes and runs test suites over the API. */
export function createSuiteKit(server: () => TestServer) {
  const send = async (method: string, path: string, body?: unknown) =>
    server().send(method, path, body === undefined ? {} : { body });
  const createSuite = async (fields: Record<string, unknown> = {}) => {
    const targetPlan = { assistantId: server().assistantId };
    return send('POST', '/test-suite', { name: 'Front desk', targetPlan, ...fields });
  };
  const addTest = async (suiteId: string, fields: Record<string, unknown> = {}) =>
    send('POST', `/test-suite/${suiteId}/test`, { ...TEST, ...fields });
  /** A suite with one test, and the run of it that is asked for. */
  const start = async (test: Record<string, unknown> = {}, suite: Record<string, unknown> = {}) => {
    const suiteId = (await createSuite(suite)).json.id as string;
    await addTest(suiteId, test);
    const answer = await send('POST', `/test-suite/${suiteId}/run`, { name: 'Nightly' });
    return { suiteId, answer, path: `/test-suite/${suiteId}/run/${answer.json.id}` };
  };
  const settle = async () => {
    server().jobs.start();
    await server().jobs.settled();
  };
  const finish = async (path: string) => {
    await settle();
    return testSuiteRunSchema.parse((await send('GET', path)).json);
  };
  const reply = (...pieces: (string | Error)[]) => server().parts.model.reply(...pieces);
  return { addTest, createSuite, finish, reply, send, settle, start };
}
