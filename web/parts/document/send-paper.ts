import { download } from '@/lib/download.ts';
import type { Paper } from '@/lib/pdf/paper.ts';

/** The longest URL that some mail programs accept; longer lists of lines are only in the file. */
const MAX_LETTERS = 1800;

/** A mailto URL with the document's content, for the user's mail program. */
export function mailOf(
  paper: Pick<Paper, 'letterhead' | 'title' | 'number' | 'facts' | 'columns' | 'rows' | 'totals'>,
  to: string | null,
): string {
  const subject = `${paper.letterhead.name} · ${paper.title} ${paper.number}`;
  const pairs = (entries: readonly { label: string; value?: string }[]) =>
    entries.map(({ label, value }) => [label, value].filter(Boolean).join(': '));
  const names = paper.columns.map(({ label }) => label).join(' · ');
  const address = (rows: readonly string[]) => {
    const body = [
      paper.letterhead.name,
      `${paper.title} ${paper.number}`,
      ...pairs(paper.facts),
      '',
      ...rows,
      ...(rows.length > 0 ? [''] : []),
      ...pairs(paper.totals),
    ];
    return `mailto:${encodeURIComponent(to ?? '').replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.join('\r\n'))}`;
  };
  const wholeAddress = address([names, ...paper.rows.map((cells) => cells.filter(Boolean).join(' · '))]);
  return wholeAddress.length <= MAX_LETTERS ? wholeAddress : address([]);
}

/** Shares the file with the device's share dialog; where that is not possible, saves it and opens a mail. */
export async function sendPaper(paper: Paper, file: File, to: string | null): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file], title: file.name });
    } catch (error) {
      // AbortError: the user cancelled. NotAllowedError: too long after the click to share, so it is mailed.
      if ((error as DOMException).name === 'AbortError') return;
      if ((error as DOMException).name !== 'NotAllowedError') throw error;
    }
  }
  download(file, file.name);
  location.assign(mailOf(paper, to));
}
