import { describe, expect, it } from 'vitest';
import { ConfigError } from '../errors/config-error.ts';
import { readConfig } from './config.ts';

const read = (url: string) => readConfig({ STORAGE_URL: url }).storage;

describe('STORAGE_URL', () => {
  it('is the data folder where it is not set', () => {
    expect(readConfig({}).storage).toBeNull();
  });

  it('names a store, a bucket and what is special in a secret', () => {
    expect(read('s3://key:a%2Fb%2Bc%40d@minio.school.example:9000/calls/')).toEqual({
      endpoint: 'https://minio.school.example:9000',
      region: 'us-east-1',
      bucket: 'calls',
      prefix: '',
      pathStyle: true,
      credentials: { accessKeyId: 'key', secretAccessKey: 'a/b+c@d' },
    });
  });

  it('leaves credentials to the environment, and may name a folder of the bucket', () => {
    expect(read('s3://s3.eu-central-1.amazonaws.com/calls/kindling/one')).toEqual({
      endpoint: null,
      region: 'eu-central-1',
      bucket: 'calls',
      prefix: 'kindling/one/',
      pathStyle: false,
      credentials: null,
    });
    expect(read('s3://s3.amazonaws.com/calls')).toMatchObject({ endpoint: null, region: null });
  });

  it('takes a region, another address and where the bucket is named', () => {
    const url = 's3://k:s@store/calls?region=auto&endpoint=http://127.0.0.1:9000&pathStyle=false';
    expect(read(url)).toMatchObject({
      endpoint: 'http://127.0.0.1:9000',
      region: 'auto',
      pathStyle: false,
    });
  });

  it.each([
    ['https://key:sesame@host/bucket', 's3://'],
    ['s3://key:ses/ame@host/bucket', 'percent-encoded'],
    ['s3://key:sesame%@host/bucket', 'percent-encoded'],
    ['s3://key@host/bucket', 'percent-encoded'],
    ['s3://key:sesame@host', 'bucket'],
    ['s3://key:sesame@host/', 'bucket'],
    ['s3:///sesame', 's3://'],
    ['s3://key:sesame@host/b', 'bucket'],
    ['s3://key:sesame@host/bucket?regoin=sesame', 'regoin'],
    ['s3://key:sesame@host/bucket?endpoint=ftp://sesame', 'endpoint'],
    ['s3://key:sesame@host/bucket?endpoint=http://host/sesame', 'endpoint'],
    ['s3://key:sesame@host/bucket?pathStyle=sesame', 'pathStyle'],
  ])('refuses %s, and does not repeat it', (url, said) => {
    let message = '';
    try {
      read(url);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = String(error);
    }
    expect(message).toContain('STORAGE_URL');
    expect(message).toContain(said);
    expect(message).not.toMatch(/sesame|ses\/ame/);
  });
});
