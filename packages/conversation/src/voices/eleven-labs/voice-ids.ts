/** Names that other platforms let people write for ElevenLabs' voices, as it has published them. */
const IDS: Readonly<Record<string, string>> = {
  bella: 'EXAVITQu4vr4xnSDxMaL',
  burt: '4YYIPFl9wE5c4L2eu2Gb',
  clyde: '2EiwWnXFnvU5JabPnv8n',
  dave: 'CYw3kZ02Hs0563khs1Fj',
  dorothy: 'ThT5KcBeYPX3keUQqHPh',
  drew: '29vD33N1CtxCmqQRPOHJ',
  emily: 'LcfcDJNUP1GQjkzn1xUU',
  ethan: 'g5CIjZEefAph4nQFvHAz',
  fin: 'D38z5RcWu1voky8WS1ja',
  freya: 'jsCqWAovK2LkecY7zXl4',
  gigi: 'jBpfuIE2acCO8z3wKNLl',
  giovanni: 'zcAOhNBS3c14rBihAFp1',
  glinda: 'z9fAnlkpzviPz146aGWa',
  grace: 'oWAxZDx7w5VEj9dCyTzz',
  harry: 'SOYHLrjzK2X1ezoPC6cr',
  james: 'ZQe5CZNOzWyzPSCn5a3c',
  jeremy: 'bVMeCyTHy58xNoL34h3p',
  jessie: 't0jbNlBVZ17f02VDIeMI',
  joseph: 'Zlb1dXrM653N07WRdFW3',
  mark: 'UgBBYS2sOqTuMpoF3BR0',
  michael: 'flq6f7yk4E4fJM5XTYuZ',
  mimi: 'zrHiDhphv9ZnVXBqCLjz',
  nicole: 'piTKgcLEGmPE4e6mEKli',
  patrick: 'ODq5zmih8GrVes37Dizd',
  paul: '5Q0t7uMcjvnagumLfvZi',
  river: 'SAz9YHcvj6GT2YYXdXww',
  ryan: 'wViXBPUzp2ZZixB1xQuM',
  serena: 'pMsXgVXv3BLzUgSXRplE',
  thomas: 'GBv7mTt0atIp3Br8iCZE',
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

/** Ids are longer, and hardly one is without a digit. */
const NAME = /^[a-z][a-z .'-]{0,18}$/i;
const nameOf = (voiceId: string) => voiceId.trim().toLowerCase();

/** The id for a name; an id is its own. */
export function elevenLabsId(voiceId: string): string {
  const name = nameOf(voiceId);
  return (Object.hasOwn(IDS, name) && IDS[name]) || voiceId;
}

/** Whether it is an id, or the name of a voice whose id is known. */
export function isElevenLabsVoice(voiceId: string): boolean {
  return Object.hasOwn(IDS, nameOf(voiceId)) || !NAME.test(voiceId.trim());
}
