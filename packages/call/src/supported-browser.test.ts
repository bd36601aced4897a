import { afterEach, expect, it, vi } from 'vitest';
import { supportedBrowser } from './supported-browser.ts';

afterEach(() => vi.unstubAllGlobals());

function pretend(userAgent: string, capable = true): void {
  vi.stubGlobal('navigator', {
    userAgent,
    mediaDevices: capable ? { getUserMedia() {}, getDisplayMedia() {} } : undefined,
  });
  if (capable) vi.stubGlobal('RTCPeerConnection', class {});
}

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${CHROME} Chrome/156.0.0.0 Safari/537.36`, 'Chrome', '156.0.0.0', false],
  [`${CHROME} Chrome/156.0.0.0 Safari/537.36 Edg/156.1.2`, 'Edge', '156.1.2', false],
  ['Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', '140.0', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18.0 Mobile/1 Safari/604.1',
    'Safari',
    '18.0',
    true,
  ],
])('reads %s', (agent, name, version, mobile) => {
  pretend(agent);
  expect(supportedBrowser()).toMatchObject({
    name,
    version,
    mobile,
    supported: true,
    supportsSfu: true,
    supportsScreenShare: true,
  });
});

it('needs WebRTC and devices, whatever the browser calls itself', () => {
  pretend(`${CHROME} Chrome/156.0.0.0 Safari/537.36`, false);
  expect(supportedBrowser()).toMatchObject({
    supported: false,
    supportsScreenShare: false,
    supportsVideoProcessing: false,
    supportsAudioProcessing: false,
  });
});
