import { describe, expect, it, vi } from 'vitest';
import { TypedEmitter } from './typed-emitter.ts';

type Events = { said: [text: string]; ended: [] };

describe('TypedEmitter', () => {
  it('calls listeners in order, once-listeners once', () => {
    const emitter = new TypedEmitter<Events>();
    const heard: string[] = [];
    emitter.on('said', (text) => heard.push(`on ${text}`));
    emitter.once('said', (text) => heard.push(`once ${text}`));
    emitter.emit('said', 'a');
    emitter.emit('said', 'b');
    expect(heard).toEqual(['on a', 'once a', 'on b']);
    expect(emitter.emit('ended')).toBe(false);
  });

  it('a listener that throws keeps no other from hearing', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const emitter = new TypedEmitter<Events>();
    const heard: string[] = [];
    emitter.on('ended', () => {
      throw new Error('mine');
    });
    emitter.on('ended', () => heard.push('second'));
    emitter.emit('ended');
    expect(heard).toEqual(['second']);
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
  });

  it('warns once beyond ten listeners of an event', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const emitter = new TypedEmitter<Events>();
    for (let count = 0; count < 10; count += 1) emitter.on('ended', () => count);
    expect(warn).not.toHaveBeenCalled();
    emitter.on('ended', () => 0).on('ended', () => 1);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('off removes a listener, also one added with once', () => {
    const emitter = new TypedEmitter<Events>();
    const listener = vi.fn();
    emitter.once('ended', listener).off('ended', listener);
    emitter.emit('ended');
    expect(listener).not.toHaveBeenCalled();
  });
});
