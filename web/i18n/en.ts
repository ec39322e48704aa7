// Every area of English, as one chunk.
import { gather } from './gather.ts';

export default gather(import.meta.glob('./en/*.json', { eager: true, import: 'default' }));
