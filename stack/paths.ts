import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = join(dirname(fileURLToPath(import.meta.url)), '..');
export const supabaseFolder = join(project, 'supabase');
export const builtClient = join(project, 'dist');
