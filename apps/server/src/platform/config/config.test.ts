import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../errors/config-error.ts';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it('needs nothing', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: null, host: '127.0.0.1', databaseUrl: null, llm: null });
    expect(config.dataFolder).toMatch(/[\\/]data$/);
  });

  it('counts an empty value as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: null,
      databaseUrl: null,
    });
  });

  it('reads what is given', () => {
    const config = readConfig({
      PORT: '80',
      PUBLIC_URL: 'https://school.example/',
      ICE_SERVERS: '[{"urls":"stun:stun.example.org"}]',
      LLM_BASE_URL: 'http://127.0.0.1:11434/v1',
      LLM_MODEL: 'small',
    });
    expect(config.port).toBe(80);
    expect(config.publicUrl).toBe('https://school.example');
    expect(config.ice.servers).toEqual([{ urls: 'stun:stun.example.org' }]);
    expect(config.llm).toEqual({
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: null,
      model: 'small',
    });
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'school.example'],
    ['DATABASE_URL', 'mysql://somewhere'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', '-1'],
    ['UDP_PORT', '1.5'],
    ['MEDIA_HOST', 'localhost'],
    ['MEDIA_PUBLIC_ADDRESS', 'example.org'],
    ['ICE_SERVERS', 'stun:stun.example.org'],
    ['ICE_SERVERS', '[{"urls":"https://stun.example.org"}]'],
    ['ICE_SERVERS', '[{"urls":["stun:stun.example.org","turn:turn.example.org?transport=tls"]}]'],
    ['ICE_SERVERS', '[{"urls":"turn:turn.example.org","username":"kindling"}]'],
    ['TURN_SECRET', 'short'],
    ['MAX_CALLS', '0'],
    ['REQUIRE_ORIGIN', 'maybe'],
    ['RECORDING_MIN_FREE_MB', '-1'],
    ['RECORDING_RETENTION_DAYS', '0'],
    ['LEADS_URL', 'project.supabase.co'],
    ['FORM_RATE_PER_IP', '0'],
    ['SCHEDULING_URL', 'http://calendly.com/school/demo'],
    ['EMBED_ORIGINS', 'https://school.example/contact'],
    ['EMBED_ORIGINS', 'https://school.example school.example'],
    ['SMTP_URL', 'https://mail.school.example'],
    ['MAIL_FROM', 'Kindling'],
    ['MAIL_FROM', 'a@school.example, b@school.example'],
    ['NOTIFY_EMAIL', 'Staff <staff@school.example>'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it.each([
    // Firefox reaches no loopback address, so media is not confined to it as the site is.
    [{}, { bindAddress: null, announceLoopback: true }],
    [{ HOST: 'localhost' }, { bindAddress: null, announceLoopback: true }],
    [{ HOST: '::1' }, { bindAddress: null, announceLoopback: true }],
    // Behind a proxy the browsers are elsewhere.
    [{ TRUST_PROXY: '1' }, { bindAddress: null, announceLoopback: false }],
    [{ HOST: '0.0.0.0' }, { bindAddress: null, announceLoopback: false }],
    [{ HOST: '::' }, { bindAddress: null, announceLoopback: false }],
    [{ HOST: 'kindling.school.example' }, { bindAddress: null, announceLoopback: false }],
    [{ HOST: '10.0.0.5' }, { bindAddress: '10.0.0.5', announceLoopback: false }],
    [{ MEDIA_HOST: '127.0.0.1' }, { bindAddress: '127.0.0.1', announceLoopback: true }],
    [{ HOST: '10.0.0.5', MEDIA_HOST: '10.0.0.6' }, { bindAddress: '10.0.0.6' }],
  ])('lets media listen with %o on %o', (env, media) => {
    expect(readConfig(env).media).toMatchObject(media);
  });

  it('sends traces where OpenTelemetry’s own variables say', () => {
    expect(readConfig({}).traces).toBeNull();
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    expect(readConfig(base).traces).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      timeout: 10_000,
      serviceName: 'kindling',
      resourceAttributes: {},
      capturesContent: false,
    });
    const more = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector/own',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, other=c=d',
    };
    expect(readConfig({ ...base, ...more }).traces).toMatchObject({
      url: 'http://collector/own',
      headers: { 'x-key': 'a b', other: 'c=d' },
    });
    expect(readConfig({ ...base, OTEL_SDK_DISABLED: 'true' }).traces).toBeNull();
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'nothing' })).toThrow('OTEL_EXPORTER');
  });

  it('takes a TURN server with credentials of its own, or with a secret to make them with', () => {
    const bare = '[{"urls":["turn:turn.example.org","turns:[2001:db8::7]:443?transport=tcp"]}]';
    expect(() => readConfig({ ICE_SERVERS: bare })).toThrow(
      'ICE_SERVERS: turn:turn.example.org needs TURN_SECRET',
    );
    const secret = 'a secret of enough length';
    expect(readConfig({ ICE_SERVERS: bare, TURN_SECRET: secret }).ice).toEqual({
      servers: JSON.parse(bare),
      turnSecret: secret,
    });
    const own = '[{"urls":"turn:turn.example.org","username":"u","credential":"c"}]';
    expect(readConfig({ ICE_SERVERS: own }).ice).toEqual({
      servers: JSON.parse(own),
      turnSecret: null,
    });
  });

  it('opens a port for what TURN servers pass on only where there is one', () => {
    const own = '"username":"u","credential":"c"';
    expect(readConfig({ RELAY_UDP_PORT: '40001' }).media.relayUdpPort).toBeNull();
    const turn = { ICE_SERVERS: `[{"urls":"turn:turn.example.org",${own}}]` };
    expect(readConfig(turn).media.relayUdpPort).toBe(0);
    expect(readConfig({ ...turn, RELAY_UDP_PORT: '40001' }).media.relayUdpPort).toBe(40_001);
  });

  it('keeps leads, bookings and mail to itself by default', () => {
    const { hostedLeads, scheduling, mail, dataFolder, limits } = readConfig({});
    expect(hostedLeads).toBeNull();
    expect(scheduling).toEqual({
      hostedUrl: null,
      file: join(dataFolder, 'scheduling.json'),
      fileRequired: false,
      embedOrigins: [],
    });
    expect(mail).toEqual({
      smtpUrl: null,
      outboxFolder: join(dataFolder, 'outbox'),
      from: 'Kindling <hello@kindling.example>',
      notify: 'hello@kindling.example',
    });
    expect(limits.formsPerMinutePerIp).toBe(20);
  });

  it('reads where leads, bookings and mail go', () => {
    const config = readConfig({
      LEADS_URL: 'https://project.supabase.co/',
      LEADS_ANON_KEY: 'anon',
      FORM_RATE_PER_IP: '5',
      SCHEDULING_URL: 'https://calendly.com/school/demo',
      SCHEDULING_FILE: '/etc/kindling/scheduling.json',
      EMBED_ORIGINS: 'https://school.example https://portal.school.example:8443',
      PUBLIC_URL: 'https://school.example',
      SMTP_URL: 'smtps://user:p%40ss@mail.school.example:465',
      MAIL_FROM: 'School <hello@school.example>',
      NOTIFY_EMAIL: 'staff@school.example',
    });
    expect(config.hostedLeads).toEqual({ url: 'https://project.supabase.co', anonKey: 'anon' });
    expect(config.limits.formsPerMinutePerIp).toBe(5);
    expect(config.scheduling).toEqual({
      hostedUrl: 'https://calendly.com/school/demo',
      file: '/etc/kindling/scheduling.json',
      fileRequired: true,
      embedOrigins: ['https://school.example', 'https://portal.school.example:8443'],
    });
    expect(config.mail).toMatchObject({
      smtpUrl: 'smtps://user:p%40ss@mail.school.example:465',
      from: 'School <hello@school.example>',
      notify: 'staff@school.example',
    });
  });

  it('takes the key of stored credentials in either notation', () => {
    const key = Buffer.alloc(32, 7);
    expect(readConfig({}).credentialKey).toBeNull();
    for (const text of [key.toString('hex'), key.toString('base64')])
      expect(readConfig({ CREDENTIAL_KEY: text }).credentialKey?.equals(key)).toBe(true);
    for (const text of ['secret', key.toString('hex').slice(2)])
      expect(() => readConfig({ CREDENTIAL_KEY: text })).toThrow(/CREDENTIAL_KEY: must be 32/);
  });

  it('keeps what was said for 90 days and logs for 30, or as long as is configured', () => {
    expect(readConfig({}).retention).toEqual({
      transcriptDays: 90,
      recordingDays: null,
      logDays: 30,
    });
    const given = { TRANSCRIPT_RETENTION_DAYS: '7', LOG_RETENTION_DAYS: 'never' };
    expect(readConfig(given).retention).toMatchObject({ transcriptDays: 7, logDays: null });
    for (const days of ['0', '-1', '1.5', 'none', '40000'])
      expect(() => readConfig({ TRANSCRIPT_RETENTION_DAYS: days })).toThrow(
        'TRANSCRIPT_RETENTION_DAYS: must be a number of days from 1 to 36500, or never.',
      );
  });

  it('asks for the key of a hosted backend', () => {
    expect(() => readConfig({ LEADS_URL: 'https://project.supabase.co' })).toThrow(
      'LEADS_ANON_KEY',
    );
  });

  it('asks for the address that links in mail begin with', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.school.example' })).toThrow('PUBLIC_URL');
  });

  it('asks for the model of an endpoint, and names all that is wrong', () => {
    expect(() => readConfig({ LLM_BASE_URL: 'http://127.0.0.1:1' })).toThrow('LLM_MODEL');
    expect(() => readConfig({ PORT: 'x', MAX_CALLS: 'y' })).toThrow(/PORT[\s\S]*MAX_CALLS/);
  });

  describe('of LiveKit', () => {
    const env = {
      MEDIA_ENGINE: 'livekit',
      LIVEKIT_URL: 'ws://livekit.internal:7880',
      LIVEKIT_API_KEY: 'kindling',
      LIVEKIT_API_SECRET: 'a secret of at least 32 characters',
    };

    it('is read where it carries calls, and is none otherwise', () => {
      expect(readConfig(env).media.livekit).toEqual({
        url: env.LIVEKIT_URL,
        apiKey: env.LIVEKIT_API_KEY,
        apiSecret: env.LIVEKIT_API_SECRET,
      });
      expect(readConfig({ ...env, MEDIA_ENGINE: 'embedded' }).media.livekit).toBeNull();
      expect(readConfig({}).media.livekit).toBeNull();
    });

    it('carries meetings alone, calls alone, or both', () => {
      const engines = (more: Record<string, string>) => {
        const { livekit, callEngine, livekitMeetings } = readConfig({ ...env, ...more }).media;
        return [livekit !== null, callEngine, livekitMeetings?.publicUrl ?? null];
      };
      expect(engines({})).toEqual([true, 'livekit', null]);
      expect(engines({ MEDIA_ENGINE: 'embedded', MEETING_ENGINE: 'livekit' })).toEqual([
        true,
        'embedded',
        env.LIVEKIT_URL,
      ]);
      const publicUrl = 'wss://livekit.school.example';
      const both = { MEETING_ENGINE: 'livekit', LIVEKIT_PUBLIC_URL: publicUrl };
      expect(engines(both)).toEqual([true, 'livekit', publicUrl]);
      const secure = { ...env, MEETING_ENGINE: 'livekit', PUBLIC_URL: 'https://school.example' };
      expect(() => readConfig(secure)).toThrow('LIVEKIT_PUBLIC_URL: must be a wss or https url');
      expect(
        readConfig({ ...secure, LIVEKIT_PUBLIC_URL: publicUrl }).media.livekitMeetings,
      ).toEqual({ publicUrl });
      expect(() => readConfig({ MEETING_ENGINE: 'livekit' })).toThrow(
        'LIVEKIT_URL: must be set when MEETING_ENGINE is livekit.',
      );
      expect(() => readConfig({ ...env, LIVEKIT_PUBLIC_URL: 'livekit' })).toThrow(
        'LIVEKIT_PUBLIC_URL',
      );
    });

    it('has Egress record meetings, into a bucket', () => {
      const meetings = { ...env, MEETING_ENGINE: 'livekit', LIVEKIT_EGRESS: 'true' };
      expect(() => readConfig(meetings)).toThrow('STORAGE_URL: must be set with LIVEKIT_EGRESS');
      const storage = 's3://key:secret@127.0.0.1:9000/school';
      const { media } = readConfig({ ...meetings, STORAGE_URL: storage });
      expect(media.egressBucket).toMatchObject({ bucket: 'school' });
      expect(() => readConfig({ ...env, LIVEKIT_EGRESS: 'true', STORAGE_URL: storage })).toThrow(
        'LIVEKIT_EGRESS: records meetings where MEETING_ENGINE is livekit',
      );
      expect(readConfig({ ...env, STORAGE_URL: storage }).media.egressBucket).toBeNull();
    });

    it.each(Object.keys(env).slice(1))('needs %s', (name) => {
      expect(() => readConfig({ ...env, [name]: '' })).toThrow(`${name}: must be set`);
    });

    it('names what does not fit', () => {
      expect(() => readConfig({ MEDIA_ENGINE: 'other' })).toThrow('MEDIA_ENGINE');
      expect(() => readConfig({ ...env, LIVEKIT_URL: 'redis://x' })).toThrow('LIVEKIT_URL');
      expect(() => readConfig({ ...env, LIVEKIT_API_SECRET: 'short' })).toThrow('at least 32');
    });
  });

  describe('of a node', () => {
    const node = {
      CLUSTER: 'true',
      DATABASE_URL: 'postgres://kindling@database/kindling',
      PUBLIC_URL: 'https://school.example',
      NODE_ADDRESS: 'http://10.0.0.7:8787/',
      KINDLING_SECRET: 'ab'.repeat(32),
      STORAGE_URL: 's3://key:secret@store.school.example/kindling',
      SMTP_URL: 'smtp://mail.school.example',
    };

    it('is read, and is none without CLUSTER', () => {
      expect(readConfig({ ...node, NODE_NAME: 'left' }).cluster).toEqual({
        name: 'left',
        address: 'http://10.0.0.7:8787',
        drainTimeout: 300_000,
      });
      expect(readConfig({ ...node, CLUSTER: 'false' }).cluster).toBeNull();
      expect(readConfig({}).cluster).toBeNull();
    });

    it('names everything it lacks', () => {
      const read = () => readConfig({ CLUSTER: 'true' });
      expect(read).toThrow(ConfigError);
      for (const name of Object.keys(node).slice(1)) expect(read).toThrow(`${name}: must be set`);
    });

    it.each(Object.keys(node).slice(1))('needs %s', (name) => {
      expect(() => readConfig({ ...node, [name]: '' })).toThrow(name);
    });
  });
});
