/* Limits of a file. A hosted function has 256 MB in all and 2 s of CPU per request, so each limit is checked before its data is kept in
   memory: a file of two kilobytes may unpack to gigabytes. */

const megabyte = 1024 * 1024;

/** Bytes of the file itself, as sent and after gunzip. The import page checks the same limit before it sends. */
export const maxFile = 20 * megabyte;

/** Characters of the request about a file: the mapping of its columns, and every cell edited by hand. */
export const maxRequestLength = 4 * megabyte;

/** Parts of the form: the file and the request. */
export const maxFormParts = 2;

/** Bytes of an .xls workbook: SheetJS needs forty times the file's memory and cannot be interrupted. */
export const maxOldFile = 4 * megabyte;

/** Bytes of all unpacked parts of a workbook: 50,000 rows of forty full cells. They are read as a stream, in 2 s. */
export const maxUnpacked = 120 * megabyte;

/** Parts of a workbook, and relationships of its workbook part: enough for 500 sheets, each with a picture and its relationships. */
export const maxParts = 2000;

/** Sheets of a workbook, which the user chooses from in a list; few have ten. */
export const maxSheets = 500;

/** Cell styles of a workbook, which cells refer to by index: Excel's own limit. */
export const maxStyles = 65_490;

/** Shared strings of a workbook: half of the cells of 50,000 rows of forty. */
export const maxTexts = 1_000_000;

/** Characters of a sheet's rows, and of the shared strings: 50,000 rows of forty cells of twenty characters. */
export const maxText = 40 * megabyte;

/** Characters of a row, and of one text in it. A cell in Excel holds 32,767; a web shop's description may be longer. */
export const maxInRow = 1_000_000;

/** Characters of an XML tag. The longest in practice declare a sheet's namespaces. */
export const maxInTag = 64 * 1024;

/** Columns: the largest export of a web shop has about eighty. */
export const maxColumns = 500;

/** Merged ranges: each is applied to every row that it covers. */
export const maxMerges = 20_000;

/** Rows of an import: the database checks as many within half of the time that a hosted function has to respond. */
export const maxRows = 50_000;

/** The last row that a sheet can have in Excel; higher numbers are empty lines or an attack. */
export const lastRow = 1_048_576;

export const inMegabytes = (bytes: number): number => bytes / megabyte;
