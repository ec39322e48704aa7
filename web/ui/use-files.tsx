import { useRef, useState, type DragEvent, type ReactNode } from 'react';

interface Files {
  /** Opens the browser's own chooser. */
  choose: () => void;
  /** Put it anywhere beside the button that chooses. */
  chooser: ReactNode;
  /** Of the place on which files may be dropped. */
  place: Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>;
  /** Files are held over that place. */
  over: boolean;
}

interface FilesOptions {
  multiple?: boolean;
  /** Names the chooser, where nothing else does. */
  label?: string;
}

/** Takes files that are chosen or dropped. */
export function useFiles(accept: string, onFiles: (files: File[]) => void, { multiple, label }: FilesOptions = {}): Files {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (chosen: FileList | null) => {
    const files = [...(chosen ?? [])];
    if (files.length > 0) onFiles(files);
  };
  const hold = (held: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(held);
  };
  return {
    choose: () => input.current?.click(),
    over,
    place: {
      onDragOver: hold(true),
      onDragLeave: hold(false),
      onDrop: (event) => {
        hold(false)(event);
        take(event.dataTransfer.files);
      },
    },
    chooser: (
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          take(target.files);
          // The same file, mended, may be chosen again.
          target.value = '';
        }}
      />
    ),
  };
}
