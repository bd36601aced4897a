import type { Model, ModelRequest } from '@kindling/conversation';

/** All that a model writes, for programs that read it; no more is waited for than `most` characters. */
export async function readAnswer(
  model: Model,
  request: ModelRequest,
  most: number,
): Promise<string> {
  let answer = '';
  for await (const piece of model.respond(request)) {
    if (typeof piece === 'string') answer += piece;
    if (answer.length > most) break;
  }
  return answer;
}
