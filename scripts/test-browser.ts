import { spawnSync } from 'node:child_process';
import { findChromium } from '../tests/support/browser/chromium.ts';

/** The path of a Chromium; as root on Debian it is installed when missing. Without one it ends the run. */
export function provideBrowser(): string {
  const found = findChromium();
  if (found !== null) return found;
  const isDebianRoot = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (isDebianRoot) {
    console.log('No Chromium found: installing Debian package chromium.');
    const patient = ['-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=3', '-qq'];
    spawnSync('apt-get', [...patient, 'update'], { stdio: 'inherit' });
    spawnSync('apt-get', [...patient, 'install', '-y', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  console.error(
    'The tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.',
  );
  process.exit(1);
}
