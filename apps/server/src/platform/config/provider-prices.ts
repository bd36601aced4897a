import { z } from 'zod';

/** US dollars by `kind:provider` or `kind:provider/model`. A recogniser's for a minute, a voice's for 1,000 characters. */
export type ProviderPrices = Readonly<Record<string, readonly [number, number?]>>;

/** Of a model the second price is for what it writes, each for a million tokens. */
const PRICE =
  /^((?:transcriber|voice|model):[^\s=/]+(?:\/[^\s=]+)?)=(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/;

/** `transcriber:deepgram=0.0059 voice:11labs=0.18 model:anthropic/claude-x=3/15` */
export const providerPrices = z.string().transform((text, context): ProviderPrices => {
  const prices: Record<string, readonly [number, number?]> = {};
  for (const written of text.split(/\s+/).filter(Boolean)) {
    const [, name, first, second] = PRICE.exec(written) ?? [];
    if (name === undefined)
      context.addIssue(
        `holds “${written}”, which is not a price such as transcriber:deepgram=0.0059 or model:openai/gpt-x=2.5/10.`,
      );
    else prices[name] = second === undefined ? [Number(first)] : [Number(first), Number(second)];
  }
  return prices;
});
