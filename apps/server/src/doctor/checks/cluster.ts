import type { Check } from '../check.ts';
import { fail, ok, skipped } from '../finding.ts';
import { type Answer, getAnswer } from '../looking/get-answer.ts';
import { sayError } from '../looking/say-error.ts';

const MEND =
  'Set NODE_ADDRESS to the address and port by which the other nodes reach this process, without a proxy between.';

/** Whether the other nodes would find this one: who refuses them is taken for dead. */
export const cluster: Check = {
  name: 'cluster',
  async run({ config, server, timeout }) {
    if (config.cluster === null) return [skipped('CLUSTER is not set: this is the only server.')];
    const { address } = config.cluster;
    if (server === null)
      return [skipped(`No server runs here that could answer at ${address}.`, 'Start it.')];
    let answer: Answer;
    try {
      answer = await getAnswer(`${address}/healthz`, { timeout });
    } catch (error) {
      return [fail(`This node does not answer at ${address}: ${sayError(error)}.`, MEND)];
    }
    return [
      answer.status === 200
        ? ok(`A node answers at ${address}.`)
        : fail(`What answers at ${address} is no node (status ${answer.status}).`, MEND),
    ];
  },
};
