/* Finds a browser for the tests: Playwright's own, or one on PATH, or installs one (Debian's package as root, else Playwright's download).
   On PATH the headless shell is preferred, since it renders with a third less work. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { project } from '../stack/paths.ts';

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  const named = ['chromium-headless-shell', 'chromium', 'google-chrome'].flatMap((name) => folders.map((folder) => join(folder, name)));
  return [chromium.executablePath(), ...named].find((path) => existsSync(path));
}

export function findChromium(): string {
  const found = findInstalled();
  if (found) return found;
  console.log('Installing a browser for the tests …');
  const root = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (root) {
    spawnSync('apt-get', ['update'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], { stdio: 'inherit' });
  } else {
    spawnSync(join(project, 'node_modules/.bin/playwright'), ['install', 'chromium'], { stdio: 'inherit' });
  }
  const installed = findInstalled();
  if (!installed) throw new Error('No Chromium was found, and none could be installed.');
  return installed;
}
