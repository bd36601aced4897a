import type { BodyExamplesOf } from './body-examples.ts';
import { EXAMPLE_IDS as ids } from './example-ids.ts';

/** People, keys and what belongs to them. */
export const organisationExamples: BodyExamplesOf<
  | 'org'
  | 'person'
  | 'token'
  | 'credential'
  | 'phoneNumber'
  | 'retention'
  | 'support'
  | 'voiceLibrary'
  | 'provider'
> = {
  'org.create': { name: 'Hill School' },
  'org.update': { name: 'Hill School', concurrencyLimit: 5 },
  'org.invite': { emails: ['bea@school.example'], role: 'editor' },
  'org.updateRole': { userId: ids.user, role: 'viewer' },
  'org.acceptInvite': { code: 'the-code-of-the-invitation', fullName: 'Bea Hill' },
  'person.export': { email: 'maya@family.example' },
  'person.erase': { email: 'maya@family.example' },
  'token.create': {
    tag: 'public',
    name: 'website',
    restrictions: {
      allowedOrigins: ['https://school.example'],
      allowedAssistantIds: [ids.assistant],
    },
  },
  'token.update': { name: 'website, old', restrictions: { enabled: false } },
  'credential.create': {
    provider: 'webhook',
    name: 'Our server',
    authenticationPlan: { type: 'hmac', secretKey: 'only-we-know', algorithm: 'sha256' },
  },
  'credential.session': { provider: 'slack.oauth2-authorization' },
  'credential.webhook': {
    type: 'auth',
    operation: 'creation',
    from: 'connections.example',
    connectionId: 'connection-1',
    authMode: 'OAUTH2',
    providerConfigKey: 'slack',
    provider: 'slack',
    environment: 'production',
    success: true,
    endUser: { endUserId: 'the-session-token', organizationId: 'hill-school' },
  },
  'credential.trigger': { action_name: 'send-message', input: { text: 'A call was booked.' } },
  'credential.update': { name: 'Our new server' },
  'phoneNumber.create': {
    provider: 'twilio',
    name: 'Front desk',
    number: '+14155550100',
    twilioAccountSid: 'AC00000000000000000000000000000000',
    twilioAuthToken: 'the-token-of-the-account',
    assistantId: ids.assistant,
  },
  'phoneNumber.importTwilio': {
    twilioPhoneNumber: '+14155550101',
    twilioAccountSid: 'AC00000000000000000000000000000000',
    twilioAuthToken: 'the-token-of-the-account',
    assistantId: ids.assistant,
  },
  'phoneNumber.importVonage': {
    vonagePhoneNumber: '+14155550102',
    credentialId: ids.credential,
  },
  'phoneNumber.update': { name: 'Reception' },
  'retention.update': { transcriptDays: 90, recordingDays: 30, logDays: 90 },
  'support.createTicket': {
    category: 'feature-request',
    subject: 'Another voice',
    message: 'We would like a voice that speaks more slowly.',
  },
  'voiceLibrary.sync': { providers: ['11labs'] },
  'voiceLibrary.createSesameVoice': {
    voiceName: 'Head teacher',
    transcription: 'Welcome to our school.',
  },
  'provider.addVoices': { ownerId: 'owner-1', voiceId: 'voice-1', name: 'Head teacher' },
  'provider.addVoice': { ownerId: 'owner-1', voiceId: 'voice-1', name: 'Head teacher' },
};
