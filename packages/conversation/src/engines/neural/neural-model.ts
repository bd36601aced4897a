/** A voice model on disk. */
export interface NeuralModel {
  /** For the log. */
  readonly name: string;
  readonly engine: 'piper' | 'kitten' | 'kokoro' | 'supertonic';
  readonly folder: string;
  /** Of espeak-ng's data; null: this engine reads none. */
  readonly pronunciationFolder: string | null;
  /** Its voices: the `voiceId` of each and its number in the model. The first speaks for the model. */
  readonly speakers: readonly { readonly voiceId: string; readonly speaker: number }[];
}
