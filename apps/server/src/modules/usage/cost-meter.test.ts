import { describe, expect, it } from 'vitest';
import { environmentSchema } from '../../platform/config/environment.ts';
import { costBreakdown, createCostMeter } from './cost-meter.ts';
import { createUseMeter } from './use-meter.ts';

const prices = (text: string) => environmentSchema.shape.PROVIDER_PRICES.parse(text);
const router = (provider: string) => ({ speaker: { model: { provider } }, handOff: () => null });

const heard = (seconds: number, model: string | null = null) =>
  ({ type: 'transcriber', provider: 'deepgram', model, seconds }) as const;

function openMeter(text = '', provider = 'kindling') {
  const meter = createUseMeter();
  // A model is asked for nothing else than who made it.
  const cost = createCostMeter(router(provider) as never, { meter, prices: prices(text) });
  return { meter, ...cost };
}

describe('what a call costs', () => {
  it('is nothing where all of it ran here', () => {
    const { cost, costs } = openMeter();
    expect([cost(), costs()]).toEqual([0, []]);
    expect(costBreakdown(0, [])).toEqual({
      transport: 0,
      stt: 0,
      tts: 0,
      vapi: 0,
      llm: 0,
      total: 0,
    });
  });

  it('adds up what was had of each provider and model', () => {
    const { meter, costs } = openMeter();
    for (const use of [heard(20), heard(40), heard(30, 'nova-2')]) meter.add(use);
    expect(costs()).toEqual([
      { type: 'transcriber', transcriber: { provider: 'deepgram' }, minutes: 1 },
      { type: 'transcriber', transcriber: { provider: 'deepgram', model: 'nova-2' }, minutes: 0.5 },
    ]);
  });

  it('is not known where a price is not', () => {
    const { meter, cost, costs } = openMeter('transcriber:gladia=1');
    meter.add(heard(60));
    expect(cost()).toBeNull();
    expect(costBreakdown(cost(), costs())).toEqual({ transport: 0, tts: 0, vapi: 0 });
  });

  it('is what the prices say, of a model before its provider', () => {
    const { meter, cost, costs } = openMeter(
      'transcriber:deepgram=0.5 transcriber:deepgram/nova-2=1 voice:11labs=0.25 model:anthropic/x=3/15',
    );
    meter.add(heard(60));
    meter.add(heard(60, 'nova-2'));
    meter.add({ type: 'voice', provider: '11labs', model: null, characters: 2_000 });
    meter.add({
      ...{ type: 'model', provider: 'anthropic', model: 'x' },
      ...{ promptTokens: 1_000_000, completionTokens: 1_000_000 },
    });
    expect(costs().map((one) => one.cost)).toEqual([0.5, 1, 0.5, 18]);
    expect(cost()).toBe(20);
    expect(costBreakdown(cost(), costs())).toEqual({
      ...{ transport: 0, stt: 1.5, tts: 0.5, vapi: 0 },
      ...{ llm: 18, total: 20 },
      ...{ ttsCharacters: 2_000, llmPromptTokens: 1_000_000, llmCompletionTokens: 1_000_000 },
    });
  });

  it('is not known of a model elsewhere that says nothing of its tokens', () => {
    const { meter, cost, costs } = openMeter('transcriber:deepgram=0.5', 'openai');
    meter.add(heard(60));
    expect(cost()).toBeNull();
    expect(costBreakdown(cost(), costs())).toEqual({ transport: 0, stt: 0.5, tts: 0, vapi: 0 });
  });
});

it.each(['deepgram=1', 'transcriber:deepgram', 'transcriber:deepgram=much', 'ear:deepgram=1'])(
  '%s is no price',
  (text) => {
    expect(environmentSchema.shape.PROVIDER_PRICES.safeParse(text).success).toBe(false);
  },
);

it('all is counted once each answer has ended, however it did', async () => {
  const { meter, settled } = openMeter();
  expect(settled()).toBeNull();
  const ends = [meter.begin(), meter.begin()];
  const all = settled();
  ends[0]?.();
  ends[0]?.();
  expect(settled()).not.toBeNull();
  ends[1]?.();
  await all;
  expect(settled()).toBeNull();
});
