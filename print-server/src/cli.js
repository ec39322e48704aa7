import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install, uninstall, wayOf } from './autostart.js';
import { makeHome, usualHome } from './home.js';
import { lock } from './lock.js';
import { createLogger } from './log.js';
import { Pairings } from './pairing.js';
import { Printers } from './printers.js';
import { name, startServer, version } from './server.js';
import { readOrigin, readPrinter, SettingsFile } from './settings.js';

const help = `${name} ${version}
Prints the labels and receipts of Daftar on the printers of this computer and its network.

  ${name} [--allow https://office.example]     runs the server; Ctrl-C stops it
  ${name} allow https://office.example         lets pages of this address print
  ${name} disallow https://office.example
  ${name} pair                                 shows a six-digit code to type into the labels page
  ${name} unpair [https://office.example]      removes paired browsers, all or those of one address
  ${name} printers                             lists printers and their status
  ${name} add counter --to 192.168.1.50 --language zpl [--name "Zebra ZD421"] [--place Counter] [--dpi 203] [--media 50x30] [--kind label]
  ${name} remove counter
  ${name} install | uninstall                  starts the server with the computer, or no longer

  --address 127.0.0.1   address to listen on; 0.0.0.0 also serves other computers of the network
  --port 17777          port to listen on
  --data-dir            folder of the settings, pairings and journal (default ${usualHome()})
  --to                  192.168.1.50[:9100], cups:Queue or ipp://192.168.1.50/ipp/print
  --language            zpl, tspl, escpos (receipts) or, for cups: and ipp:, pdf
  --kind                label or receipt (default: receipt for escpos, otherwise label)
  --version, --help

Queues of this computer's CUPS are found automatically.
`;

const options = /** @type {const} */ ({
  allow: { type: 'string', multiple: true },
  address: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '17777' },
  'data-dir': { type: 'string' },
  to: { type: 'string' },
  language: { type: 'string' },
  name: { type: 'string' },
  place: { type: 'string' },
  dpi: { type: 'string' },
  media: { type: 'string' },
  kind: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
});

/** @typedef {ReturnType<typeof parseArgs<{ options: typeof options, allowPositionals: true }>>['values']} Flags */

const print = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
/** @param {string[]} list @param {string} item */
const withItem = (list, item) => [...list.filter((other) => other !== item), item];

/** @param {string[]} words */
export async function main(words) {
  const {
    values: flags,
    positionals: [command = 'run', ...rest],
  } = parseArgs({ args: words, options, allowPositionals: true });
  if (flags.help) return print(help);
  if (flags.version) return print(version);
  const act = commands[command];
  if (!act || rest.length > 1) throw new Error(`“${[command, ...rest].join(' ')}” isn’t a command; --help shows them all`);
  // Absolute, since the autostarted server runs in another folder.
  const home = resolve(flags['data-dir'] ?? usualHome());
  makeHome(home);
  await act({ home, flags, word: rest[0], settings: new SettingsFile(home), pairings: new Pairings(home) });
}

/** @typedef {{ home: string, flags: Flags, word: string | undefined, settings: SettingsFile, pairings: Pairings }} CommandContext */
/** @type {Record<string, (context: CommandContext) => void | Promise<void>>} */
const commands = {
  run,
  allow({ settings, word }) {
    const origin = readOrigin(word ?? '');
    settings.change((before) => ({ ...before, origins: withItem(before.origins, origin) }));
    print(`Pages of ${origin} may print here, once they are paired: ${name} pair`);
  },
  disallow({ settings, pairings, word }) {
    const origin = readOrigin(word ?? '');
    settings.change((before) => ({ ...before, origins: before.origins.filter((other) => other !== origin) }));
    pairings.forget((pairing) => pairing.origin === origin);
    print(`Pages of ${origin} may no longer print here`);
  },
  pair({ pairings }) {
    print(`Type ${formatCode(pairings.open())} into the labels page within ten minutes.`);
  },
  unpair({ pairings, word }) {
    const origin = word === undefined ? undefined : readOrigin(word);
    print(`Pairings removed: ${pairings.forget((pairing) => origin === undefined || pairing.origin === origin)}`);
  },
  async printers({ settings }) {
    const seen = await new Printers(settings).look();
    for (const { id, name, place, language, dpi, state, reasons } of seen)
      print([id, name, place, `${language}, ${dpi} dpi`, state, ...reasons].filter(Boolean).join('  '));
    if (seen.length === 0) print(`There are no printers yet; ${name} --help shows how to add one.`);
  },
  add({ settings, flags: { to, language, name, place, dpi, media, kind }, word }) {
    const [, width, height] = /^(\d+(?:\.\d+)?)(?:x(\d+(?:\.\d+)?))?$/.exec(media ?? '') ?? [];
    if (media && !width) throw new Error('--media must be a width and a height in millimetres, such as 50x30');
    const printer = readPrinter({
      id: word,
      to,
      language,
      name,
      place,
      kind,
      dpi: dpi && Number(dpi),
      media: media ? { width: Number(width), height: height ? Number(height) : null } : undefined,
    });
    settings.change((before) => ({ ...before, printers: [...before.printers.filter(({ id }) => id !== printer.id), printer] }));
    print(`Added ${printer.name}`);
  },
  remove({ settings, word }) {
    if (!settings.current.printers.some(({ id }) => id === word)) throw new Error(`There is no printer “${word}” in the settings`);
    settings.change((before) => ({ ...before, printers: before.printers.filter(({ id }) => id !== word) }));
    print(`Removed ${word}`);
  },
  install({ home, flags, settings }) {
    const way = wayOf(process.platform, installedCommand(home, flags, settings), home);
    install(way);
    print(`The server runs, and starts with the computer. To see its status: ${way.where}`);
  },
  uninstall({ home }) {
    uninstall(wayOf(process.platform, [], home));
    print('The server no longer starts with the computer. Settings and pairings are kept.');
  },
};

/** @param {string} code */
const formatCode = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** @param {string} home @param {Flags} flags @param {SettingsFile} settings */
function installedCommand(home, { address, port }, settings) {
  const program = realpathSync(fileURLToPath(new URL('../bin/daftar-print-server.js', import.meta.url)));
  if (/[/\\]_npx[/\\]/.test(program)) {
    // From the business's own address, since the name in npm's registry may belong to somebody else.
    const [office = 'https://office.example'] = settings.current.origins;
    throw new Error(`npx keeps the program only temporarily. Install it first: npm install --global ${office}/print-server.tgz`);
  }
  return [process.execPath, program, '--data-dir', home, '--address', String(address), '--port', String(port)];
}

/** @param {CommandContext} context */
async function run({ home, flags: { allow = [], address, port }, settings, pairings }) {
  const number = Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) throw new Error(`“${port}” isn’t a port`);
  for (const origin of allow.map(readOrigin)) settings.change((before) => ({ ...before, origins: withItem(before.origins, origin) }));
  await lock(home);
  const log = createLogger(home);
  const server = await startServer({ home, address, port: number, say: log }).catch((error) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`Port ${port} is taken by another program; choose another with --port, here and in the labels page`)
      : error;
  });
  const { origins, printers } = settings.current;
  log(`${name} ${version} listens on ${address}:${port}; Ctrl-C stops it`);
  log(origins.length > 0 ? `Pages that may print: ${origins.join(', ')}` : `No page may print yet: ${name} allow https://office.example`);
  for (const { id, name, place, to, language, dpi } of printers)
    log(`Printer ${id}: ${[name, place, to, language, `${dpi} dpi`].filter(Boolean).join(', ')}`);
  if (pairings.all.length === 0) log(`Type ${formatCode(pairings.open())} into the labels page within ten minutes; later: ${name} pair`);
  const stop = () => {
    log('Stopping');
    void server.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}
