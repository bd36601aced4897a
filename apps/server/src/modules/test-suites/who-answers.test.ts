import { beforeAll, expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { createSuiteKit } from '../../../testing/kits/suite-kit.ts';
import { useTestReceiver } from '../../../testing/receivers/test-receiver.ts';
import { orgSettingsTable } from '../../platform/database/platform-tables.ts';
import { isSigned, SIGNATURE_HEADER } from '../../platform/http-client/sign-request.ts';

const receiver = useTestReceiver();
const NOBODY = '00000000-0000-4000-8000-000000000000';

describeWithServer(
  'who answers a number that names nobody',
  (server, database) => {
    const { finish, send, start } = createSuiteKit(server);
    let digits = 0;
    beforeAll(() => server().parts.model.otherwise('Yes.'));

    /** A number with this server, whose answer is `answer`; resolves with its one attempt. */
    async function test(answer: unknown, fields: Record<string, unknown> = {}) {
      receiver.reply = () =>
        typeof answer === 'number' ? answer : { body: JSON.stringify(answer) };
      digits += 1;
      const number = {
        provider: 'twilio',
        twilioAccountSid: 'AC1',
        twilioAuthToken: 'hidden',
        number: `+1415555${1_000 + digits}`,
        name: 'Office',
        server: { url: `${receiver.url}/who` },
        ...fields,
      };
      const { json } = await send('POST', '/phone-number', number);
      const scorers = [{ type: 'ai', rubric: 'Says "Bo here"' }];
      const targetPlan = {
        phoneNumberId: json.id,
        assistantOverrides: { variableValues: { who: 'Bo' } },
      };
      const run = await finish((await start({ scorers }, { targetPlan })).path);
      const attempt = run.testResults[0]?.attempts[0];
      return { number: json, result: attempt?.scorerResults[0] };
    }

    const BO = { name: 'Bo', firstMessage: '{{who}} here.' };

    it('is asked of its server, signed, and is tested', async () => {
      const { number, result } = await test({ assistant: BO });
      expect(result).toMatchObject({ result: 'pass' });
      const [asked] = receiver.received;
      if (asked === undefined) throw new Error('nobody was asked');
      const { body, headers, url } = asked;
      const { orgId } = server();
      expect(url).toBe('/who');
      expect(JSON.parse(body)).toEqual({
        message: {
          type: 'assistant-request',
          timestamp: expect.any(Number),
          call: { orgId, phoneNumberId: number.id, type: 'inboundPhoneCall', status: 'ringing' },
          phoneNumber: {
            id: number.id,
            name: 'Office',
            number: number.number,
            provider: 'twilio',
          },
        },
      });
      const { secret } = (await send('GET', '/webhook/secret')).json;
      const signature = String(headers[SIGNATURE_HEADER]);
      const options = { now: server().clock.now(), tolerance: 60_000 };
      expect(isSigned(secret, body, signature, options)).toBe(true);
    });

    it.each(['assistantId', 'squad', 'workflow'] as const)('may be named by %s', async (field) => {
      const answers = {
        assistantId: async () => (await send('POST', '/assistant', BO)).json.id,
        squad: async () => ({ members: [{ assistant: BO }] }),
        workflow: async () => ({
          name: 'One step',
          nodes: [
            {
              type: 'conversation',
              name: 'start',
              isStart: true,
              messagePlan: { firstMessage: 'Bo here.' },
            },
          ],
          edges: [],
        }),
      };
      const { result } = await test({ [field]: await answers[field]() });
      expect(result).toMatchObject({ result: 'pass' });
    });

    it.each([
      [{ error: 'We are closed.' }, 'We are closed.'],
      [{}, 'named nobody'],
      [{ assistantId: 'seven' }, 'assistantId'],
      ['Bo', 'no JSON object'],
      [{ error: 'Closed.', assistantId: 'seven' }, 'Closed.'],
      [{ assistantId: NOBODY }, 'no assistant with this id'],
      [{ assistant: BO, squad: { members: [{ assistant: BO }] } }, 'not both'],
      [403, '403'],
    ])('fails the test with the reason after %j', async (answer, reason) => {
      const { result } = await test(answer);
      expect(result?.result).toBe('fail');
      expect(result?.reasoning).toContain(reason);
    });

    it('takes what the server and the suite say together, the suite’s last', async () => {
      const assistant = { name: 'Bo', firstMessage: '{{who}} {{where}}.' };
      const variableValues = { who: 'Nobody', where: 'here' };
      const { result } = await test({ assistant, assistantOverrides: { variableValues } });
      expect(result).toMatchObject({ result: 'pass' });
    });

    it('does not ask where the number names an assistant', async () => {
      const { json } = await send('POST', '/assistant', BO);
      const { result } = await test({ error: 'Not me.' }, { assistantId: json.id });
      expect(result).toMatchObject({ result: 'pass' });
      expect(receiver.received).toEqual([]);
    });

    it('asks the server of the organisation when the number has none', async () => {
      const body = { server: { url: `${receiver.url}/org` } };
      await database().db.insert(orgSettingsTable).values({ orgId: server().orgId, body });
      const { result } = await test({ assistant: BO }, { server: null });
      expect(result).toMatchObject({ result: 'pass' });
      expect(receiver.received.map(({ url }) => url)).toEqual(['/org']);
    });
  },
  { TOOL_PRIVATE_ADDRESSES: 'true' },
);
