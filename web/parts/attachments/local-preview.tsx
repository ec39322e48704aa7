import { type ReactNode, useEffect, useState } from 'react';
import { attachable } from './file-problem.ts';
import { Preview } from './preview.tsx';

interface LocalPreviewProps {
  name: string;
  mime: string;
  /** Undefined while they load. */
  bytes: Blob | undefined;
  failed?: string;
  actions?: ReactNode;
  onClose: () => void;
}

/** Previews bytes that are on this device. */
export function LocalPreview({ bytes, mime, ...rest }: LocalPreviewProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!bytes) return;
    // The URL has the client's own origin, so only pictures and PDFs may be opened.
    const objectUrl = URL.createObjectURL(new Blob([bytes], { type: attachable.includes(mime) ? mime : 'application/octet-stream' }));
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [bytes, mime]);
  return <Preview mime={mime} url={url} {...rest} />;
}
