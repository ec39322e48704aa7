import { useRef, useState, type ReactNode } from 'react';
import { contentHash, filesWithContent } from '@/db/attachments.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { toast } from '@/ui/toast.tsx';
import type { PendingFile } from './stored-files.ts';

interface Copy {
  file: PendingFile;
  /** The document that has the same file. */
  number: string;
}

interface SecondCopies {
  /** Answers which of the chosen files to keep. A file that is among `others` already is taken once. */
  withoutCopies: (chosen: readonly PendingFile[], others: readonly PendingFile[]) => Promise<readonly PendingFile[]>;
  question: ReactNode;
}

/** Asks before a file is attached that another document has. */
export function useSecondCopies(): SecondCopies {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ copies: readonly Copy[]; answer: (attach: boolean) => void } | null>(null);
  // Files chosen while a question is open are asked about after its answer.
  const lastAnswer = useRef<Promise<unknown>>(Promise.resolve());
  const ask = (copies: readonly Copy[]): Promise<boolean> => {
    const answer = lastAnswer.current.then(() => new Promise<boolean>((answer) => setAsked({ copies, answer })));
    lastAnswer.current = answer.then(() => setAsked(null));
    return answer;
  };

  const withoutCopies = async (chosen: readonly PendingFile[], others: readonly PendingFile[]) => {
    const seen = new Set(await Promise.all(others.map(({ file }) => contentHash(file))));
    const kept: PendingFile[] = [];
    for (const one of chosen) {
      const hash = await contentHash(one.file);
      if (hash !== null && seen.has(hash)) toast({ text: t('attachments.twice', { name: one.file.name }) });
      else kept.push(one);
      seen.add(hash);
    }
    const copies = await copiesOf(kept);
    if (copies.length === 0) return kept;
    const attach = await ask(copies);
    return attach ? kept : kept.filter((one) => !copies.some(({ file }) => file === one));
  };

  return {
    withoutCopies,
    question: asked && (
      <ConfirmDialog
        size="small"
        title={t('attachments.copy.title')}
        confirm={t('attachments.copy.attach')}
        keep={t('attachments.copy.leave')}
        onConfirm={() => asked.answer(true)}
        onClose={() => asked.answer(false)}
      >
        {asked.copies.map(({ file, number }) => (
          <p key={file.id}>{t('attachments.copy.text', { name: file.file.name, number })}</p>
        ))}
      </ConfirmDialog>
    ),
  };
}

async function copiesOf(files: readonly PendingFile[]): Promise<Copy[]> {
  const hashed = await Promise.all(files.map(async (file) => ({ file, hash: await contentHash(file.file) })));
  const hashes = hashed.flatMap(({ hash }) => hash ?? []);
  if (hashes.length === 0) return [];
  // Offline, the files are attached without asking.
  const attached = await filesWithContent(hashes).catch(() => []);
  return hashed.flatMap(({ file, hash }) => {
    const same = attached.find(({ content_hash }) => content_hash === hash);
    return same ? [{ file, number: same.document_number }] : [];
  });
}
