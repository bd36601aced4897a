/** A note to show to the user in a call, once. `at`: epoch milliseconds, so that the same note can come again. */
export type VoiceNote = { readonly at: number } & (
  | { readonly kind: 'time-left'; readonly seconds: number }
  /** The assistant wants the page to show something: it is up to the page whether it knows it. */
  | { readonly kind: 'open-page'; readonly page: string }
  /** Another microphone took the place of the one that was used. */
  | { readonly kind: 'microphone-changed'; readonly label: string }
  /** The chosen one could not be used; the one before goes on. */
  | { readonly kind: 'microphone-failed' }
  | { readonly kind: 'microphone-lost' }
  /** Nothing gets through; it is tried again for ten seconds. */
  | { readonly kind: 'interrupted' }
);
