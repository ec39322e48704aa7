import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lockDataDir } from './lock.ts';
import { project } from './paths.ts';
import { removeData } from './postgres-place.ts';

const { values } = parseArgs({ options: { 'data-dir': { type: 'string', default: `${project}/.data` } } });
const dataDir = resolve(values['data-dir']);
if (existsSync(dataDir)) {
  // A running stack holds the lock, so that its data cannot be deleted.
  await lockDataDir(dataDir, () => '');
  removeData(dataDir);
}
console.log(`Deleted everything in ${dataDir}. npm start creates new data.`);
