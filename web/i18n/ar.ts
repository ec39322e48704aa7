import { merge } from './merge.ts';

export default merge(import.meta.glob<object>('./ar/*.json', { eager: true, import: 'default' }));
