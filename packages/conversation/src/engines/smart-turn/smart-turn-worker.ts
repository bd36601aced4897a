import { parentPort, workerData } from 'node:worker_threads';
import { tensors } from '../network/tensors.ts';
import type { Numbered } from '../request-thread.ts';
import { loadSmartTurn } from './smart-turn-network.ts';

export interface SmartTurnRequest {
  readonly pcm: Float32Array;
}

export type SmartTurnReply = { readonly done: number } | { readonly failure: string };

export interface SmartTurnWorkerData {
  readonly folder: string;
}

const port = parentPort;
if (port !== null) {
  // Calls speak on the other cores.
  tensors.setThreadsCount(1);
  const { folder }: SmartTurnWorkerData = workerData;
  const model = loadSmartTurn(folder);
  // Who asks hears of a failure; until then it must not end the thread.
  model.catch(() => undefined);

  async function answer({ pcm }: SmartTurnRequest): Promise<SmartTurnReply> {
    try {
      return { done: (await model)(pcm) };
    } catch (error) {
      return { failure: String(error) };
    }
  }

  port.on('message', async ({ number, content }: Numbered<SmartTurnRequest>) =>
    port.postMessage({ number, content: await answer(content) } satisfies Numbered<SmartTurnReply>),
  );
}
