/** A bucket of a store that speaks the protocol of Amazon S3. */
export interface S3Settings {
  /** Null: Amazon's own for the region. */
  readonly endpoint: string | null;
  /** Null: as the environment says. */
  readonly region: string | null;
  readonly bucket: string;
  /** What every key begins with there: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Whether the bucket stands in the path of an address, and not in its host. */
  readonly pathStyle: boolean;
  /** Null: as the environment says, or the machine's role. */
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  } | null;
}
