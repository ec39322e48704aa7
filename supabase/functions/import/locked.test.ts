import { createCipheriv, randomBytes } from 'node:crypto';
import { CFB, utils, write } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { readFile } from './file.ts';

/* Password-protected workbooks as Excel makes them: they cannot be read, and the error must say why. */

const workbook = (bookType: 'xlsx' | 'biff8'): Uint8Array => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Name', 'Price'],
      ['Mug', 5],
    ]),
    'Items',
  );
  return new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer);
};
const packed = (container: CFB.CFB$Container) => new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer);

/** ECMA-376 agile encryption ([MS-OFFCRYPTO] 2.3.4.10): the zip encrypted with AES, and next to it the protected key. */
function agile(): Uint8Array {
  const zip = workbook('xlsx');
  const cipher = createCipheriv('aes-256-cbc', randomBytes(32), randomBytes(16));
  const size = Buffer.alloc(8);
  size.writeUInt32LE(zip.length);
  const value = (length: number) => randomBytes(length).toString('base64');
  const how = 'blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"';
  const info =
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">` +
    `<keyData saltSize="16" ${how} saltValue="${value(16)}"/><dataIntegrity encryptedHmacKey="${value(64)}" encryptedHmacValue="${value(64)}"/>` +
    `<keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="100000" saltSize="16" ${how} saltValue="${value(16)}" ` +
    `encryptedVerifierHashInput="${value(16)}" encryptedVerifierHashValue="${value(64)}" encryptedKeyValue="${value(32)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(info)]));
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.concat([size, cipher.update(zip), cipher.final()]));
  return packed(container);
}

/** BIFF8 with RC4 ([MS-XLS] 2.4.117): a FilePass record after the first BOF, and all later record bodies scrambled. */
function filePass(): Uint8Array {
  const container = CFB.read(Buffer.from(workbook('biff8')), { type: 'buffer' });
  const stream = Buffer.from(CFB.find(container, '/Workbook')!.content as Uint8Array);
  const begin = 4 + stream.readUInt16LE(2);
  for (let at = begin; at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const length = stream.readUInt16LE(at + 2);
    if (stream.readUInt16LE(at) !== 0x0809) randomBytes(length).copy(stream, at + 4);
  }
  const record = Buffer.concat([Buffer.from([0x2f, 0, 54, 0, 1, 0, 1, 0, 1, 0]), randomBytes(48)]);
  CFB.utils.cfb_add(container, '/Workbook', Buffer.concat([stream.subarray(0, begin), record, stream.subarray(begin)]));
  return packed(container);
}

it.each([
  ['an xlsx that Excel locked', 'orders.xlsx', agile],
  ['an xls that Excel locked', 'orders.xls', filePass],
])('reports %s as password-protected', async (_, name, make) => {
  await expect(readFile(name, make(), {})).rejects.toMatchObject({ code: 'file_password_protected', status: 422 });
});

it('reads the same workbooks without a password', async () => {
  for (const [name, bookType] of [
    ['orders.xlsx', 'xlsx'],
    ['orders.xls', 'biff8'],
  ] as const) {
    const { sheet } = await readFile(name, workbook(bookType), {});
    expect([...sheet]).toEqual([
      { row: 1, cells: ['Name', 'Price'], numbers: [] },
      { row: 2, cells: ['Mug', '5'], numbers: [1] },
    ]);
  }
});
