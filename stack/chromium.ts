/* A browser for the tests: Playwright's own, one on PATH, else installed (Debian's package as root, Playwright's download otherwise). */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { project } from './paths.ts';

function present(): string | undefined {
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  return (process.env.PATH ?? '')
    .split(':')
    .flatMap((folder) => [join(folder, 'chromium'), join(folder, 'google-chrome')])
    .find((path) => existsSync(path));
}

export function findChromium(): string {
  const found = present();
  if (found) return found;
  console.log('Installing a browser for the tests …');
  const root = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (root) {
    spawnSync('apt-get', ['update'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'inherit' });
  } else {
    spawnSync(join(project, 'node_modules/.bin/playwright'), ['install', 'chromium'], { stdio: 'inherit' });
  }
  const installed = present();
  if (!installed) throw new Error('No Chromium found, and none could be installed.');
  return installed;
}
