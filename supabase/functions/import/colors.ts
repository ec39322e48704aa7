import { normalise } from './text.ts';

/* Approximate colour values by colour name: a nearly right dot is better than a grey one. */

const values: Record<string, string> = {
  '#1d1d1f': 'black|أسود|اسود',
  '#ffffff': 'white|أبيض',
  '#f5efe0': 'off white|ivory|cream|أوف وايت|عاجي|كريمي|سكري',
  '#808080': 'grey|gray|رمادي|رصاصي',
  '#c9c9c9': 'light grey|silver|فضي|رمادي فاتح',
  '#c62828': 'red|أحمر',
  '#7b1e2b': 'burgundy|maroon|wine|خمري|نبيتي|عنابي',
  '#ec6f9d': 'pink|وردي|بمبي|زهري',
  '#d81b60': 'fuchsia|magenta|فوشيا',
  '#f28c28': 'orange|برتقالي',
  '#f6c945': 'yellow|أصفر',
  '#c9a227': 'mustard|gold|ذهبي|مسطردة|خردلي',
  '#2e7d32': 'green|أخضر',
  '#6b7b3a': 'olive|khaki|زيتي|زيتوني|كاكي',
  '#9fd8c3': 'mint|نعناعي|مينت',
  '#1e88e5': 'blue|أزرق',
  '#1f2d5a': 'navy|navy blue|كحلي',
  '#8ecae6': 'sky blue|light blue|سماوي|لبني',
  '#00897b': 'teal|turquoise|تركواز|بترولي|فيروزي',
  '#6a3fa0': 'purple|violet|بنفسجي|موف',
  '#b39ddb': 'lavender|lilac|ليلكي|لافندر',
  '#6d4c41': 'brown|بني',
  '#3f2a20': 'dark brown|coffee|بني غامق|قهوة',
  '#c19a6b': 'camel|tan|جملي|هافان',
  '#e8dcc4': 'beige|بيج',
  '#b3956d': 'nude|نود',
  '#2f3b4c': 'denim|جينز',
  '#36454f': 'charcoal|فحمي|فيراني',
};

export const colorValues: Record<string, string> = Object.fromEntries(
  Object.entries(values).flatMap(([value, names]) => names.split('|').map((name) => [normalise(name), value])),
);
