/* The program as its users see it: commands, messages, and an update that keeps its data. */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { packed } from '../pack.ts';
import { wayOf } from '../src/autostart.js';
import { usualHome } from '../src/home.js';
import { fakePrinter } from './fake-printer.ts';
import { scratch, until } from './machine.ts';
import { page } from './pictures.ts';
import { freePort, program, run, startServer } from './program.ts';
import { ask, counter, origin } from './shop.ts';

const clearing: (() => unknown)[] = [];
afterEach(async () => {
  for (const clear of clearing.splice(0).reverse()) await clear();
});
const home = () => {
  const { home, clear } = scratch();
  clearing.push(clear);
  return home;
};

test('shows version and help, and explains invalid commands and options', async () => {
  expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  const { out } = await run(['--help']);
  for (const word of ['allow', 'pair', 'unpair', 'printers', 'add', 'remove', 'install', '--address', '--port', '--data-dir'])
    expect(out).toContain(word);
  for (const [words, sentence] of [
    [['dance'], '“dance” isn’t a command; --help shows them all'],
    [['allow', 'office'], '“office” isn’t the address of a web page, such as https://office.example'],
    [
      ['add', 'x', '--to', 'somewhere else'],
      '“somewhere else” isn’t the address of a printer: use 192.168.1.50, 192.168.1.50:9100, cups:Queue or ipp://192.168.1.50/ipp/print',
    ],
    [['add', 'Big Printer', '--to', '10.0.0.1'], '“Big Printer” can’t be the id of a printer: use lowercase letters, digits and hyphens'],
    [['add', 'x', '--to', '10.0.0.1', '--language', 'pdf'], 'A network printer needs zpl, tspl or escpos; pdf is only for cups: and ipp:'],
    [['add', 'x', '--to', '10.0.0.1', '--dpi', 'many'], 'dpi must be a whole number between 100 and 1200'],
    [['add', 'x', '--to', '10.0.0.1', '--media', 'big'], '--media must be a width and a height in millimetres, such as 50x30'],
    [['remove', 'x'], 'There is no printer “x” in the settings'],
    [['--port', '99999'], '“99999” isn’t a port'],
    [['--speed', '9'], "Unknown option '--speed'"],
  ] as const) {
    const { code, err } = await run([...words, '--data-dir', home()]);
    expect([code, err.split('\n')[0]?.startsWith(sentence) ? sentence : err]).toEqual([1, sentence]);
    expect(err).not.toContain('    at ');
  }
});

test('printers are added, listed and removed, and only the owner can read the settings', async () => {
  const [folder, printer] = [home(), await fakePrinter('tspl')];
  clearing.push(printer.down);
  expect((await run(['printers', '--data-dir', folder])).out).toMatch(/There are no printers yet|cups:/);
  expect(
    (
      await run([
        'add',
        'back',
        '--data-dir',
        folder,
        '--to',
        `127.0.0.1:${printer.port}`,
        '--language',
        'tspl',
        '--name',
        'TSC TE210',
        '--place',
        'Stockroom',
        '--media',
        '40x30',
      ])
    ).out,
  ).toBe('Added TSC TE210\n');
  expect((await run(['printers', '--data-dir', folder])).out).toContain('back  TSC TE210  Stockroom  tspl, 203 dpi  idle\n');
  printer.mood.paperOut = true;
  expect((await run(['printers', '--data-dir', folder])).out).toContain('stopped  paper_out\n');
  expect((await run(['remove', 'back', '--data-dir', folder])).out).toBe('Removed back\n');
  if (process.platform !== 'win32') expect(statSync(join(folder, 'settings.json')).mode & 0o077).toBe(0);
});

test('concurrent adds all succeed, even after a command died holding the lock', async () => {
  const folder = home();
  const lock = join(folder, 'change.lock');
  writeFileSync(lock, '');
  utimesSync(lock, new Date(0), new Date(0));
  const ids = Array.from({ length: 8 }, (_, index) => `p${index}`);
  const added = await Promise.all(ids.map((id) => run(['add', id, '--data-dir', folder, '--to', '10.0.0.1'])));
  expect(added.map(({ code, err }) => [code, err])).toEqual(ids.map(() => [0, '']));
  const { printers } = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as { printers: { id: string }[] };
  expect(printers.map(({ id }) => id).sort()).toEqual(ids);
  expect(existsSync(lock)).toBe(false);
});

test('allowing, pairing and adding printers take effect while the server runs', async () => {
  const folder = home();
  const server = await startServer(folder, { args: ['--allow', 'http://localhost:54321/labels'] });
  clearing.push(() => server.stop());
  const [, first = '', last = ''] = await until(() => /Type (\d{3}) (\d{3}) into the labels page/.exec(server.output), 'the six digits');
  const code = first + last;
  const page = { origin: 'http://localhost:54321' };
  const paired = await ask(server.port, 'POST', '/v1/pair', { code }, page);
  expect(paired.body.token).toMatch(/^[\w-]{43}$/);
  expect((await ask(server.port, 'GET', '/v1/health', undefined, { origin })).status).toBe(403);
  await run(['allow', origin, '--data-dir', folder]);
  expect((await ask(server.port, 'GET', '/v1/health', undefined, { origin })).body.pairing).toBe(false);
  const [, one = '', two = ''] = /Type (\d{3}) (\d{3})/.exec((await run(['pair', '--data-dir', folder])).out) ?? [];
  expect((await ask(server.port, 'POST', '/v1/pair', { code: one + two }, { origin })).status).toBe(200);
  const { token } = paired.body;
  await run(['add', 'counter', '--data-dir', folder, '--to', '127.0.0.1:9']);
  expect((await ask(server.port, 'GET', '/v1/printers', undefined, { ...page, token })).body).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: 'counter', online: false, state: 'offline' })]),
  );
  expect((await run(['unpair', 'http://localhost:54321', '--data-dir', folder])).out).toBe('Pairings removed: 1\n');
  expect((await ask(server.port, 'GET', '/v1/printers', undefined, { ...page, token })).status).toBe(401);
  await run(['disallow', origin, '--data-dir', folder]);
  expect((await ask(server.port, 'GET', '/v1/health', undefined, { origin })).status).toBe(403);
  expect(readFileSync(join(folder, 'server.log'), 'utf8')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}daftar-print-server \d/m);
});

test('a second server with the same folder or port exits with a message', async () => {
  const folder = home();
  const server = await startServer(folder);
  clearing.push(() => server.stop());
  expect(await run(['--data-dir', folder, '--port', String(await freePort())])).toMatchObject({
    code: 1,
    err: `A print server is already running with ${folder}\n`,
  });
  expect((await run(['--data-dir', home(), '--port', String(server.port)])).err).toBe(
    `Port ${server.port} is taken by another program; choose another with --port, here and in the labels page\n`,
  );
});

test('a folder runs one server, even with other temp folders or a simultaneous start', async () => {
  const folder = home();
  const begun = async () => {
    const temporary = home();
    const child = spawn(process.execPath, [program, '--data-dir', folder, '--port', String(await freePort())], {
      env: { ...process.env, TMPDIR: temporary },
    });
    clearing.push(() => void child.kill('SIGKILL'));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
    return () =>
      / listens on /.test(said) ? 'runs' : child.exitCode !== null && said.startsWith('A print server is already') && 'refused';
  };
  const both = await Promise.all([begun(), begun()]);
  expect((await Promise.all(both.map((look) => until(look, 'either answer')))).sort()).toEqual(['refused', 'runs']);
  expect(await until(await begun(), 'a late one to be told')).toBe('refused');
});

test('the server keeps printing after the reader of its output has gone', async () => {
  const { home: folder, printer, token, clear } = await counter();
  clearing.push(clear);
  const port = await freePort();
  const child = spawn(process.execPath, [program, '--data-dir', folder, '--port', String(port)]);
  clearing.push(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.stdout.destroy();
  const id = randomUUID();
  const sent = () => ask(port, 'PUT', `/v1/jobs/${id}`, { printer: 'counter', dpi: 203, pages: [page()] }, { token });
  await until(async () => (await sent().catch(() => null))?.status === 201, 'the job to be taken');
  await until(() => printer.printed === 1 && readFileSync(join(folder, 'server.log'), 'utf8').includes(`job ${id}`), 'the job to be told');
  expect(child.exitCode).toBe(null);
  expect((await ask(port, 'GET', `/v1/jobs/${id}`, undefined, { token })).body.state).toBe('sent');
});

test('a packaged install works without network, and an update keeps its pairings', async () => {
  const place = mkdtempSync(join(tmpdir(), 'installed-'));
  clearing.push(() => rmSync(place, { recursive: true, force: true }));
  const npm = (words: string[]) => spawnSync(`npm ${words.join(' ')}`, { cwd: place, encoding: 'utf8', shell: true });
  const file = join(place, 'print-server.tgz');
  writeFileSync(file, packed());
  expect(packed().equals(readFileSync(file))).toBe(true);
  const { home: folder, token, clear } = await counter();
  clearing.push(clear);
  const installed = join(place, 'node_modules/daftar-print-server/bin/daftar-print-server.js');
  for (let round = 0; round < 2; round++) {
    const done = npm(['install', '--offline', '--no-audit', '--no-fund', '--prefix', `"${place}"`, `"${file}"`]);
    expect(done.status, done.stderr).toBe(0);
    const server = await startServer(folder, { file: installed });
    expect((await ask(server.port, 'GET', '/v1/printers', undefined, { token })).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'counter' })]),
    );
    await server.stop('SIGTERM');
    rmSync(join(place, 'node_modules'), { recursive: true });
  }
});

test('install creates a service for each system and refuses to run from the npx cache', async () => {
  const command = ['/opt/node "20"/bin/node', '/opt/daftar/bin.js', '--data-dir', '/home/ü & me/50%', '--port', '17777'];
  const root = wayOf('linux', command, '/x', true);
  expect(root.file).toBe('/etc/systemd/system/daftar-print-server.service');
  expect(root.content).toContain(
    'ExecStart="/opt/node \\"20\\"/bin/node" "/opt/daftar/bin.js" "--data-dir" "/home/ü & me/50%%" "--port" "17777"\n',
  );
  expect([
    root.content?.includes('WantedBy=multi-user.target'),
    wayOf('linux', command, '/x', false).content?.includes('WantedBy=default.target'),
  ]).toEqual([true, true]);
  expect(wayOf('linux', command, '/x', false).start[1]).toEqual(['systemctl', '--user', 'enable', '--now', 'daftar-print-server']);
  const mac = wayOf('darwin', command, '/x', false);
  expect(mac.file).toMatch(/Library\/LaunchAgents\/daftar-print-server\.plist$/);
  expect(mac.content).toContain('<string>/home/ü &#38; me/50%</string>');
  const windows = wayOf(
    'win32',
    ['C:\\Program Files\\nodejs\\node.exe', 'C:\\x\\bin.js', '--data-dir', 'C:\\Users\\ü & me'],
    'C:\\x',
    false,
  );
  expect(windows.content).toContain(
    '--headless &#34;C:\\Program Files\\nodejs\\node.exe&#34; &#34;C:\\x\\bin.js&#34; &#34;--data-dir&#34; &#34;C:\\Users\\ü &#38; me&#34;',
  );
  expect(windows.start[0]?.slice(0, 4)).toEqual(['schtasks', '/create', '/tn', 'daftar-print-server']);
  // The npx cache is temporary, so no service may start from there.
  const kept = mkdtempSync(join(tmpdir(), 'cache-'));
  clearing.push(() => rmSync(kept, { recursive: true, force: true }));
  cpSync(join(dirname(program), '..'), join(kept, '_npx/1/node_modules/daftar-print-server'), { recursive: true });
  const [folder, npx] = [home(), join(kept, '_npx/1/node_modules/daftar-print-server/bin/daftar-print-server.js')];
  // By address, because anybody can take the bare name in the npm registry.
  for (const office of ['https://office.example', 'https://shop.example']) {
    expect(await run(['install', '--data-dir', folder], npx)).toMatchObject({
      code: 1,
      err: `npx keeps the program only temporarily. Install it first: npm install --global ${office}/print-server.tgz\n`,
    });
    await run(['allow', 'https://shop.example', '--data-dir', folder]);
  }
});

test('systemd accepts the generated unit', () => {
  const checker = spawnSync('systemd-analyze', ['--version']);
  if (checker.error) return console.log('Not tried: systemd-analyze isn’t here');
  const folder = home();
  const { content = '' } = wayOf('linux', [process.execPath, program, '--data-dir', folder], folder, true);
  const file = join(folder, 'daftar-print-server.service');
  spawnSync('sh', ['-c', 'cat > "$0"', file], { input: content });
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  expect([status, stderr.includes('daftar-print-server.service:')]).toEqual([0, false]);
});

test('data is stored in the usual folder of each system', () => {
  expect(usualHome('linux', { XDG_DATA_HOME: '/d' })).toBe('/d/daftar-print-server');
  expect(usualHome('darwin', {})).toMatch(/Library\/Application Support\/daftar-print-server$/);
  expect(usualHome('win32', { LOCALAPPDATA: 'C:\\L' })).toContain('daftar-print-server');
});
