import { download } from '@/lib/download.ts';
import type { Paper } from '@/lib/pdf/paper.ts';

/** What some mail programs take of an address at once; lines beyond it stay in the file. */
const MOST_LETTERS = 1800;

/** A mail that says what the paper says, to be written on in the reader's own mail program. */
export function mailOf(
  paper: Pick<Paper, 'letterhead' | 'title' | 'number' | 'facts' | 'columns' | 'rows' | 'totals'>,
  to: string | null,
): string {
  const subject = `${paper.letterhead.name} · ${paper.title} ${paper.number}`;
  const pairs = (said: readonly { label: string; value?: string }[]) =>
    said.map(({ label, value }) => [label, value].filter(Boolean).join(': '));
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
  const whole = address([names, ...paper.rows.map((cells) => cells.filter(Boolean).join(' · '))]);
  return whole.length <= MOST_LETTERS ? whole : address([]);
}

/** Hands the file to what the device sends with; where a browser cannot, it is kept beside a mail that is begun. */
export async function sendPaper(paper: Paper, file: File, to: string | null): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file], title: file.name });
    } catch (error) {
      // Closed without sending. What took too long since the click may not be shared, but mailed.
      if ((error as DOMException).name === 'AbortError') return;
      if ((error as DOMException).name !== 'NotAllowedError') throw error;
    }
  }
  download(file, file.name);
  location.assign(mailOf(paper, to));
}
