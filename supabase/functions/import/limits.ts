/* What a file may hold. A hosted function has 256 MB for everything and 2 s of processor for a question, so each of these is asked
   before what it limits is kept: a file of two kilobytes may claim to hold gigabytes. */

const megabyte = 1024 * 1024;

/** Of the file itself, as it comes and after it was packed on its way. The import page says the same before it sends. */
export const mostFile = 20 * megabyte;

/** Of what is asked about a file, in letters: where its columns go, and each cell that was mended by hand. */
export const mostAsked = 4 * megabyte;

/** Parts of the form in which both come. */
export const mostPartsAsked = 2;

/** Of an old workbook: SheetJS takes forty times the file, and cannot be stopped in between. */
export const mostOldFile = 4 * megabyte;

/** Of all parts of a workbook unpacked: 50,000 rows of forty full cells. They are read as a stream, in two seconds. */
export const mostUnpacked = 120 * megabyte;

/** Parts of a workbook, and what its book refers to: one with five hundred sheets, each with a picture and its relations. */
export const mostParts = 2000;

/** To choose from in a list; Excel begins with one and few have ten. */
export const mostSheets = 500;

/** What Excel itself allows (65,490), as a place in the file that a cell names. */
export const mostStyles = 65_490;

/** Texts that the cells of a workbook share: half of the cells of 50,000 rows of forty. */
export const mostTexts = 1_000_000;

/** Letters of a sheet's rows, and of the texts that cells share: 50,000 rows of forty cells of twenty letters. */
export const mostText = 40 * megabyte;

/** Letters of a row, and of one text in it. Excel's cell holds 32,767; a web shop's description may hold more. */
export const mostInRow = 1_000_000;

/** Letters between the two ends of a tag. The longest that programs write name a sheet's namespaces. */
export const mostInTag = 64 * 1024;

/** Columns: the largest export of a web shop has some eighty. */
export const mostColumns = 500;

/** Ranges of merged cells: each is looked for in every row that it holds for. */
export const mostMerges = 20_000;

/** Rows of an import: what the database checks within half of the time that a hosted function has for its answer. */
export const mostRows = 50_000;

/** The last row of a sheet in Excel; further ones are empty lines or an attack. */
export const lastRow = 1_048_576;

export const inMegabytes = (bytes: number): number => bytes / megabyte;
