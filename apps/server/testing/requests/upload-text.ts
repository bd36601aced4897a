import type { Answer, TestServer } from '../server/test-server.ts';

export interface TextUpload {
  readonly text: string;
  readonly name: string;
  /** @default '/file' */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a file as a form, with the private key. */
export async function uploadText(
  server: TestServer,
  { text, name, path = '/file', headers = {} }: TextUpload,
): Promise<Answer> {
  const form = new FormData();
  form.set('file', new File([text], name));
  const response = await server.fetch(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.privateKey}`, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
}
