/* A private CUPS for a test: its own socket, queues and spool in a temporary folder. Needs cupsd and lpadmin (see installPrograms). */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './machine.ts';
import { hasExited } from './program.ts';

export async function privateCups() {
  const folder = mkdtempSync(join(tmpdir(), 'cups-'));
  // cupsd drops to its own user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const [socket, at] = [join(folder, 'cups.sock'), (name: string) => join(folder, name)];
  for (const name of ['root', 'spool', 'spool/tmp', 'cache', 'state', 'log']) {
    mkdirSync(at(name));
    chmodSync(at(name), 0o777);
  }
  writeFileSync(
    at('cupsd.conf'),
    `Listen ${socket}\nBrowsing Off\nDefaultAuthType None\nLogLevel debug\nMaxLogSize 0\n<Location />\n  Order allow,deny\n  Allow all\n</Location>\n<Policy default>\n  <Limit All>\n    Order deny,allow\n  </Limit>\n</Policy>\n`,
  );
  writeFileSync(
    at('cups-files.conf'),
    `ServerRoot ${at('root')}\nRequestRoot ${at('spool')}\nTempDir ${at('spool/tmp')}\nCacheDir ${at('cache')}\nStateDir ${at('state')}\nErrorLog ${at('log/error')}\nAccessLog ${at('log/access')}\nPageLog ${at('log/page')}\nFileDevice Yes\nSystemGroup root lpadmin\n`,
  );
  const daemon = spawn('/usr/sbin/cupsd', ['-f', '-c', at('cupsd.conf'), '-s', at('cups-files.conf')], { stdio: 'ignore' });
  await until(() => existsSync(socket) || hasExited(daemon), 'cupsd', 20_000);
  if (hasExited(daemon)) throw new Error(`cupsd ended: ${readFileSync(at('log/error'), 'utf8')}`);
  return {
    socket,
    log: at('log/error'),
    addQueue: (name: string, uri: string, model: string) => {
      const { status, stderr } = spawnSync('lpadmin', ['-h', socket, '-p', name, '-E', '-v', uri, '-m', model], { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    },
    command: (program: string, ...words: string[]) => spawnSync(program, ['-h', socket, ...words], { encoding: 'utf8' }).stdout,
    close: async () => {
      if (!hasExited(daemon)) {
        const exited = new Promise((resolve) => daemon.once('exit', resolve));
        daemon.kill();
        await exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
