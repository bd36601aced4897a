/** `TEST_LIVEKIT_URL`: the address with key and secret; null where there is no LiveKit. */
export function givenLivekit() {
  const text = process.env.TEST_LIVEKIT_URL;
  return text === undefined ? null : livekitAt(text);
}

export function livekitAt(text: string) {
  const { protocol, host, username, password } = new URL(text);
  return { url: `${protocol}//${host}`, apiKey: username, apiSecret: password };
}

/** What a server takes to carry its meetings by this LiveKit, and its calls itself. */
export function livekitMeetingEnvironment(livekit: ReturnType<typeof livekitAt>) {
  return { ...livekitEnvironment(livekit), MEDIA_ENGINE: 'embedded', MEETING_ENGINE: 'livekit' };
}

/** What a server takes to carry its calls by this LiveKit. */
export function livekitEnvironment({ url, apiKey, apiSecret }: ReturnType<typeof livekitAt>) {
  return {
    MEDIA_ENGINE: 'livekit',
    LIVEKIT_URL: url,
    LIVEKIT_API_KEY: apiKey,
    LIVEKIT_API_SECRET: apiSecret,
  };
}
