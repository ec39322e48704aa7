import { useState } from 'react';
import { newId } from '@/lib/id.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { AddFile } from './add-file.tsx';
import { FileLine } from './file-line.tsx';
import { LocalPreview } from './local-preview.tsx';
import type { PendingFile } from './stored-files.ts';
import { useSecondCopies } from './use-second-copies.tsx';

interface PendingFilesProps {
  files: readonly PendingFile[];
  onChange: (files: readonly PendingFile[]) => void;
  addLabel: string;
  bare?: boolean;
}

/** Files of a document that is not saved yet; they are uploaded after it. */
export function PendingFiles({ files, onChange, addLabel, bare }: PendingFilesProps) {
  const [shown, setShown] = useState<PendingFile | null>(null);
  const { withoutCopies, question } = useSecondCopies();
  const leaveOut = useStableCallback((dropped: readonly PendingFile[]) => onChange(files.filter((one) => !dropped.includes(one))));
  const add = async (chosen: readonly PendingFile[]) => {
    // Listed at once: the document may be saved before the answer arrives.
    onChange([...files, ...chosen]);
    const kept = await withoutCopies(chosen, files);
    if (kept.length < chosen.length) leaveOut(chosen.filter((one) => !kept.includes(one)));
  };
  return (
    <>
      {files.length > 0 && (
        <ul className="attachment-files">
          {files.map((one) => (
            <FileLine
              key={one.id}
              name={one.file.name}
              mime={one.file.type}
              size={one.file.size}
              onOpen={() => setShown(one)}
              onRemove={() => onChange(files.filter((other) => other !== one))}
            />
          ))}
        </ul>
      )}
      <AddFile label={addLabel} bare={bare} onFiles={(chosen) => void add(chosen.map((file) => ({ id: newId(), file })))} />
      {question}
      {shown && <LocalPreview name={shown.file.name} mime={shown.file.type} bytes={shown.file} onClose={() => setShown(null)} />}
    </>
  );
}
