/** Names that other platforms let people write for ElevenLabs' own voices. */
const IDS: Readonly<Record<string, string>> = {
  rachel: '21m00Tcm4TlvDq8ikWAM',
  sarah: 'EXAVITQu4vr4xnSDxMaL',
  domi: 'AZnzlk1XvdvUeBnXmlld',
  elli: 'MF3mGyEYCl7XYWbV9V6O',
  charlotte: 'XB0fDUnXU5powFXDhCwa',
  alice: 'Xb7hH8MSUJpSbSDYk0k2',
  matilda: 'XrExE9yKIg1WjnnlVkGX',
  aria: '9BWtsMINqrJLrRacOk9x',
  laura: 'FGY2WhTYpPnrIDTdsKH5',
  jessica: 'cgSgspJ2msm6clMCkdW9',
  lily: 'pFZP5JQG7iQjIQuC4Bku',
  antoni: 'ErXwobaYiN019PkySvjV',
  josh: 'TxGEqnHWrfWFTfGW9XjX',
  arnold: 'VR6AewLTigWG4xSOukaG',
  adam: 'pNInz6obpgDQGcFmaJgB',
  sam: 'yoZ06aMxZJJ28mfd3POQ',
  roger: 'CwhRBWXzGAHq8TQ4Fs17',
  charlie: 'IKne3meq5aSn9XLyUdCD',
  george: 'JBFqnCBsd6RMkjVDRZzb',
  callum: 'N2lVS1w4EtoT3dr4eOWO',
  liam: 'TX3LPaxmHKxFdv7VOQHJ',
  will: 'bIHbv24MWmeRgasZH58o',
  eric: 'cjVigY5qzO86Huf0OWal',
  chris: 'iP95p4xoKVk53GoZ742B',
  brian: 'nPczCjzI2devNBz1zQrb',
  daniel: 'onwK4e9ZLuTAKqWW03F9',
  bill: 'pqHfZKP75CvOlQylNhV4',
};

/** The id for a name; an id is its own. */
export const elevenLabsId = (voiceId: string): string => IDS[voiceId.toLowerCase()] ?? voiceId;
