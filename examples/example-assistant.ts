/** Whom to call, and with which public key. Yours are constants of your page or its configuration. */
export async function exampleAssistant(): Promise<{ publicKey: string; assistantId: string }> {
  const answer = await fetch('/site-config.json');
  if (!answer.ok) throw new Error('No assistant to be had. Is `npm run examples` still running?');
  const { voice } = await answer.json();
  return voice;
}
