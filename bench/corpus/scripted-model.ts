import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint that speaks OpenAI's protocol and always answers the same. */
export interface ScriptedModel {
  readonly url: string;
  close(): void;
}

export async function startScriptedModel(answer: string): Promise<ScriptedModel> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'text/event-stream');
      const choices = [{ delta: { content: answer }, finish_reason: 'stop' }];
      response.end(`data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => void server.close(),
  };
}
