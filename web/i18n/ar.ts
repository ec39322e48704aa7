// Every area of Arabic, as one chunk.
import { gather } from './gather.ts';

export default gather(import.meta.glob('./ar/*.json', { eager: true, import: 'default' }));
