/* Test helpers for the machine: temporary folders, polling, Debian programs.
 Imports nothing of the server, because browser tests use it too. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packages: Record<string, string> = {
  cupsd: 'cups',
  lpadmin: 'cups-client',
  gs: 'ghostscript',
  zbarimg: 'zbar-tools',
  pdftoppm: 'poppler-utils',
};
const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
const present = (program: string) => folders.some((folder) => existsSync(join(folder, program)));

/** Installs the programs where it can (root on Debian); otherwise returns why the test must be skipped. */
export function installPrograms(...programs: string[]): string | undefined {
  const wanted = () => programs.filter((program) => !present(program));
  if (wanted().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update']);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted().map((program) => packages[program] ?? program)], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return wanted().length > 0 ? `${wanted().join(', ')} can’t be found nor installed here` : undefined;
}

export function scratch(): { home: string; clear: () => void } {
  const home = mkdtempSync(join(tmpdir(), 'daftar-print-'));
  return { home, clear: () => rmSync(home, { recursive: true, force: true }) };
}

/** Polls until something holds. */
export async function until<Value>(look: () => Value | Promise<Value>, what: string, patience = 10_000): Promise<NonNullable<Value>> {
  for (const end = Date.now() + patience; ; await new Promise((resolve) => setTimeout(resolve, 15))) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`);
  }
}
