import { describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createContentSecurityPolicy } from './content-security-policy.ts';

function directivesOf(environment: Record<string, string>, path = '/contact') {
  const policy = createContentSecurityPolicy(readConfig(environment))(path);
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

describe('the content security policy', () => {
  it('knows this origin alone unless configured otherwise', () => {
    const directives = directivesOf({});
    expect(directives).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self' 'wasm-unsafe-eval'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'frame-src': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(JSON.stringify(directives)).not.toMatch(
      /https?:|unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)/,
    );
    expect(directivesOf({}, '/scheduling/demo')['frame-ancestors']).toBe("'self'");
  });

  it('lets Calendly’s widget in for a Calendly link', () => {
    expect(directivesOf({ SCHEDULING_URL: 'https://calendly.com/kindling/demo' })).toMatchObject({
      'script-src': "'self' 'wasm-unsafe-eval' https://assets.calendly.com",
      'style-src': "'self' https://assets.calendly.com",
      'frame-src': "'self' https://calendly.com",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
    });
  });

  it('lets any other booking page be framed and nothing else', () => {
    expect(directivesOf({ SCHEDULING_URL: 'https://cal.com/kindling/demo' })).toMatchObject({
      'script-src': "'self' 'wasm-unsafe-eval'",
      'style-src': "'self'",
      'frame-src': "'self' https://cal.com",
    });
    // A name that only ends alike is not Calendly.
    const lookalike = directivesOf({ SCHEDULING_URL: 'https://notcalendly.com/demo' });
    expect(lookalike['script-src']).toBe("'self' 'wasm-unsafe-eval'");
  });

  it('lets the call page show icons and integrations of the origins that the host lists', () => {
    const environment = {
      EMBED_ORIGINS: 'https://school.example',
      ROOM_CONTENT_ORIGINS: 'https://cdn.example http://intranet.example:8080',
    };
    expect(directivesOf(environment, '/room/staff')).toMatchObject({
      'img-src':
        "'self' data: https://school.example https://cdn.example http://intranet.example:8080",
      'style-src': "'self' https://school.example https://cdn.example http://intranet.example:8080",
      'frame-src': "'self' https: http://intranet.example:8080",
      'frame-ancestors': "'self' https://school.example",
      'script-src': "'self' 'wasm-unsafe-eval'",
    });
    // Of the call page alone.
    expect(JSON.stringify(directivesOf(environment, '/'))).not.toMatch(/cdn|intranet/);
  });

  it('lets the call page, and no other, reach the LiveKit that carries meetings', () => {
    const environment = {
      MEETING_ENGINE: 'livekit',
      LIVEKIT_URL: 'ws://livekit.internal:7880',
      LIVEKIT_PUBLIC_URL: 'wss://livekit.school.example/rtc',
      LIVEKIT_API_KEY: 'kindling',
      LIVEKIT_API_SECRET: 'a secret of at least 32 characters',
    };
    expect(directivesOf(environment, '/room/staff')['connect-src']).toBe(
      "'self' wss://livekit.school.example https://livekit.school.example",
    );
    expect(directivesOf(environment)['connect-src']).toBe("'self'");
    const calls = { ...environment, MEETING_ENGINE: 'embedded', MEDIA_ENGINE: 'livekit' };
    expect(directivesOf(calls, '/room/staff')['connect-src']).toBe("'self'");
  });

  it('lets pages reach a hosted store of addresses, by its origin', () => {
    const leads = { LEADS_URL: 'https://project.supabase.co/path', LEADS_ANON_KEY: 'anon' };
    expect(directivesOf(leads)['connect-src']).toBe("'self' https://project.supabase.co");
  });
});
