import { afterEach, expect, it, vi } from 'vitest';
import { FrameCall } from './frame-call.ts';

afterEach(() => vi.unstubAllGlobals());

function createElement() {
  const element = Object.assign(new EventTarget(), { src: '', contentWindow: {}, remove() {} });
  return element as unknown as HTMLIFrameElement;
}

it('destroyed-while-its-code-loads: a join that waits for it is given up', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  const element = createElement();
  const call = new FrameCall(element, { url: 'https://kindling.test/room/a' });
  const { join } = call as unknown as { join(): Promise<unknown> };
  let outcome: unknown = 'open';
  join.call(call).catch((error: unknown) => {
    outcome = error;
  });
  await call.destroy();
  await expect.poll(() => outcome).toMatchObject({ code: 'left-while-joining' });
  expect(element.src).toBe('');
});
