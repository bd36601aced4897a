import { loadSherpa, type RecognizerConfig } from '../sherpa.ts';

// Loads a recogniser and hears a second of silence with it. The library ends its process where a model
// does not fit: better this one than the server's.
const config: RecognizerConfig = JSON.parse(process.argv[2] ?? '');
const recognizer = await loadSherpa().OfflineRecognizer.createAsync(config);
const stream = recognizer.createStream();
stream.acceptWaveform({ samples: new Float32Array(16_000), sampleRate: 16_000 });
await recognizer.decodeAsync(stream);
