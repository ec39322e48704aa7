import { merge } from './merge.ts';

export default merge(import.meta.glob<object>('./en/*.json', { eager: true, import: 'default' }));
