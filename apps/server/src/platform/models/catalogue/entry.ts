/**
 * What a model is for. An `encoder` compares questions by meaning, `turns` hear whether a caller is done; `data` is what
 * others read: nothing speaks or listens by it alone.
 */
export type ModelKind = 'voice' | 'recogniser' | 'encoder' | 'turns' | 'data';

/** How the files are read: each engine has names of its own for them. */
export type ModelEngine =
  | 'piper'
  | 'kitten'
  | 'kokoro'
  | 'supertonic'
  | 'moonshine'
  | 'parakeet'
  | 'minilm'
  | 'smart-turn';

export interface ModelFile {
  /** Below the model's folder, and below its name on a mirror. */
  readonly path: string;
  readonly address: string;
  /** Null: not known before it is fetched. */
  readonly bytes: number | null;
  /**
   * Null: not known to us. What the first download brings is then kept beside the models, and later
   * ones must be the same.
   */
  readonly sha256: string | null;
}

/** One of the voices of a model. */
export interface ModelSpeaker {
  /** The `voiceId` of an assistant. Unique among all models. */
  readonly voiceId: string;
  /** Its number in the model. */
  readonly speaker: number;
  /** Of the entry in the voice library. */
  readonly libraryId: string;
  readonly name: string;
  /** Absent: not known to us. */
  readonly gender?: 'female' | 'male';
  readonly accent: string;
}

interface EntryBase {
  /** What it is called on the command line, and its folder. */
  readonly name: string;
  readonly about: string;
  readonly licence: string;
  /** What has to be known of the licence, where its name does not say it. */
  readonly licenceRemark?: string;
  readonly files: readonly ModelFile[];
  /** For lists, where not every file's size is known, bytes. */
  readonly approximateBytes?: number;
  /** Entries without which it is of no use: installed with it. */
  readonly needs: readonly string[];
}

export interface VoiceEntry extends EntryBase {
  readonly kind: 'voice';
  readonly engine: Extract<ModelEngine, 'piper' | 'kitten' | 'kokoro' | 'supertonic'>;
  readonly speakers: readonly ModelSpeaker[];
}

export interface RecogniserEntry extends EntryBase {
  readonly kind: 'recogniser';
  readonly engine: Extract<ModelEngine, 'moonshine' | 'parakeet'>;
}

export interface EncoderEntry extends EntryBase {
  readonly kind: 'encoder';
  readonly engine: Extract<ModelEngine, 'minilm'>;
}

export interface TurnsEntry extends EntryBase {
  readonly kind: 'turns';
  readonly engine: Extract<ModelEngine, 'smart-turn'>;
}

export interface DataEntry extends EntryBase {
  readonly kind: 'data';
}

/** What can be installed. */
export type CatalogueEntry = VoiceEntry | RecogniserEntry | EncoderEntry | TurnsEntry | DataEntry;

/** Bytes of all files, as well as they are known. */
export function sizeOf(entry: CatalogueEntry): number {
  const known = entry.files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  return Math.max(known, entry.approximateBytes ?? 0);
}
