import { beforeEach, describe, expect, it } from 'vitest';
import { createNodeRequests, type NodeRequests } from './node-requests.ts';

const request = { method: 'POST', target: '/room/abc?x=1' };
const facts = { clientAddress: '198.51.100.7', baseUrl: 'https://school.example' };

describe('what a node says of a request that it hands on', () => {
  let time: number;
  let one: NodeRequests;
  let other: NodeRequests;
  beforeEach(() => {
    time = Date.UTC(2026, 0, 1) + 0.5;
    one = createNodeRequests(Buffer.alloc(32, 1), () => time);
    other = createNodeRequests(Buffer.alloc(32, 1), () => time);
  });

  it('is believed by a node of the same secret', () => {
    expect(other.read(one.sign(request, facts), request)).toEqual(facts);
  });

  it.each([
    ['of another request', { ...request, target: '/room/abd?x=1' }],
    ['of another method', { ...request, method: 'PATCH' }],
  ])('is not believed %s', (_name, asked) => {
    expect(other.read(one.sign(request, facts), asked)).toBeNull();
  });

  it('is not believed by a node of another secret', () => {
    const stranger = createNodeRequests(Buffer.alloc(32, 2), () => time);
    expect(stranger.read(one.sign(request, facts), request)).toBeNull();
  });

  it('is not believed half a minute later', () => {
    const header = one.sign(request, facts);
    time += 29_000;
    expect(other.read(header, request)).toEqual(facts);
    time += 2_000;
    expect(other.read(header, request)).toBeNull();
  });

  it.each([undefined, '', 'x', 'e30.', `e30.${'A'.repeat(43)}`])('is nothing as %j', (header) => {
    expect(other.read(header, request)).toBeNull();
  });
});
