/** How a provider is reached. */
export interface TranscriberAccess {
  /** Null: it is asked without. */
  readonly apiKey: string | null;
  /** Instead of the provider's own address. */
  readonly baseUrl?: string;
}
