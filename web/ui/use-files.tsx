import { useRef, useState, type DragEvent, type ReactNode } from 'react';

interface Files {
  /** Opens the browser's file dialog. */
  choose: () => void;
  /** The hidden file input; render it beside the button that calls `choose`. */
  chooser: ReactNode;
  /** Event handlers of the drop zone. */
  place: Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>;
  /** Files are being dragged over the drop zone. */
  over: boolean;
}

interface FilesOptions {
  multiple?: boolean;
  /** The file input's label, where nothing else names it. */
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
  const setDragging = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  return {
    choose: () => input.current?.click(),
    over,
    place: {
      onDragOver: setDragging(true),
      onDragLeave: setDragging(false),
      onDrop: (event) => {
        setDragging(false)(event);
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
          // Allows choosing the same file again after it was corrected.
          target.value = '';
        }}
      />
    ),
  };
}
