import { readFileSync } from 'node:fs';
import type { Kind } from '../../functions/import/fields.ts';
import { readFile } from '../../functions/import/file.ts';
import { describe } from '../../functions/import/reading.ts';
import { type Edits, readRows } from '../../functions/import/rows.ts';
import { Sheet } from '../../functions/import/sheet.ts';

interface Given {
  /** Content to read instead of the file of this name. */
  text?: string;
  bytes?: Uint8Array<ArrayBuffer>;
  places?: Record<string, string | null>;
  edits?: Edits;
  amounts?: Record<string, string>;
  /** Choices of a user that replace the suggestions. */
  mapping?: Parameters<typeof readRows>[0]['mapping'];
  otherwise?: Parameters<typeof readRows>[0]['otherwise'];
}

/** Reads a file as the wizard does, with the suggested columns, for a business in Cairo. */
export async function readCase(name: string, kind: Kind, { text, bytes: given, ...more }: Given = {}) {
  const bytes =
    given ?? (text === undefined ? new Uint8Array(readFileSync(new URL(name, import.meta.url))) : new TextEncoder().encode(text));
  const file = await describe(await readFile(name, bytes, { currency: 'EGP' }), kind, 'EGP');
  const sheet = await Sheet.unpack(new Blob([Buffer.from(file.content, 'base64')]));
  const decimalMark = file.separator === ';' ? null : '.';
  let total = null as number | null;
  const leftOut: Record<string, number> = {};
  const onLeftOut = (_: number, state: string) => void (leftOut[state] = (leftOut[state] ?? 0) + 1);
  const reading = { kind, rows: sheet, header: file.header_row, mapping: file.mapping, otherwise: file.otherwise, decimalMark } as const;
  const rows = [
    ...(function* () {
      total = yield* readRows({ ...reading, currency: 'EGP', timeZone: 'Africa/Cairo', onLeftOut, ...more });
    })(),
  ];
  return { ...file, rows, total, leftOut };
}
