import { z } from 'zod';
import {
  libraryVoiceSchema,
  sesameVoiceSchema,
  voiceListQuerySchema,
  voiceProviderParamsSchema,
  voiceSyncSchema,
} from '../entities/assistants/voice.ts';
import { bodyExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'voice', personalData: ['mentions'] };

const voices = z.array(libraryVoiceSchema);

export const voiceLibraryOperations = defineOperations(about, {
  'voiceLibrary.sync': {
    method: 'POST',
    path: '/voice-library/sync',
    summary: 'Fetch the voices of several providers',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: voiceSyncSchema,
    example: bodyExample(voiceSyncSchema, { providers: ['11labs'] }),
    answer: voices,
  },
  'voiceLibrary.createSesameVoice': {
    method: 'POST',
    path: '/voice-library/create-sesame-voice',
    summary: 'Make a voice with Sesame; refused, as this server has no Sesame',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: sesameVoiceSchema,
    example: bodyExample(sesameVoiceSchema, {
      voiceName: 'Head teacher',
      transcription: 'Welcome to our school.',
    }),
    answer: libraryVoiceSchema,
  },
  'voiceLibrary.list': {
    method: 'GET',
    path: '/voice-library/{provider}',
    summary: 'List the voices of a provider: those of this machine, or those that were fetched',
    access: 'viewer',
    status: 200,
    params: voiceProviderParamsSchema,
    query: voiceListQuerySchema,
    answer: voices,
  },
  'voiceLibrary.accents': {
    method: 'GET',
    path: '/voice-library/{provider}/accents',
    summary: 'List the accents of a provider, each by one of its voices',
    access: 'viewer',
    status: 200,
    params: voiceProviderParamsSchema,
    answer: voices,
  },
  'voiceLibrary.syncProvider': {
    method: 'POST',
    path: '/voice-library/sync/{provider}',
    summary: 'Fetch the voices of a provider with the organisation’s credential',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    params: voiceProviderParamsSchema,
    answer: voices,
  },
});
