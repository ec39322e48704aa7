import { useMutation } from '@tanstack/react-query';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { uploadFile } from '@/db/files.ts';
import { publicUrl } from '@/db/public-url.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { useFiles } from '@/ui/use-files.tsx';
import { makePicture } from './resize.ts';
import { thumbPath } from './picture-path.ts';
import './image-field.css';

interface ImageFieldProps {
  path: string | null;
  /** products/<product id>: storage checks both parts for write permission. */
  folder: string;
  name: string;
  /** Replaces the text of the button for a first picture; `hint` replaces the text on what is accepted; '' leaves it out. */
  add?: string;
  hint?: string;
  disabled?: boolean;
  /** Called with the upload's result, so that a form can wait for it before saving. */
  onSend?: (arrival: Promise<boolean>) => void;
  onChange: (path: string | null) => void;
}

/** One picture: chosen, dropped, pasted or taken by the phone's camera, resized here and uploaded at once. The form stores its path. */
export function ImageField({ path, folder, name, add, hint, disabled, onSend, onChange }: ImageFieldProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation({
    ...write({
      run: async (file: Blob) => {
        const picture = await makePicture(file);
        if (!picture) return null;
        // Each upload has a new path, so that a cached picture is never outdated.
        const target = `${folder}/${newId()}.${picture.extension}`;
        await Promise.all([uploadFile('images', target, picture.full), uploadFile('images', thumbPath(target), picture.thumb)]);
        return target;
      },
      changes: [],
    }),
    onSuccess: (sent) => (sent ? onChange(sent) : setProblem(t('variants.image.unreadable'))),
    onError: (error) => setProblem(errorText(t, error)),
  });
  const take = (file: File | null | undefined) => {
    if (!file || disabled) return;
    setProblem(null);
    const arrival = send.mutateAsync(file).then(
      (path) => path !== null,
      () => false,
    );
    onSend?.(arrival);
  };
  const { choose, chooser, place, over } = useFiles('image/*', ([file]) => take(file));
  return (
    <div
      className={over && !disabled ? 'image-field over' : 'image-field'}
      {...place}
      onPaste={(event) => take([...event.clipboardData.files].find((file) => file.type.startsWith('image/')))}
    >
      {chooser}
      {path && <img className="picture" src={publicUrl('images', path)} alt={t('variants.image.alt', { name })} />}
      {!disabled && (
        <div className="inline-group">
          <Button small icon={ImagePlus} busy={send.isPending} onClick={choose}>
            {path ? t('variants.image.replace') : (add ?? t('variants.image.add'))}
          </Button>
          {path && <IconButton small variant="quiet" icon={Trash2} label={t('variants.image.remove')} onClick={() => onChange(null)} />}
        </div>
      )}
      {!path && !disabled && hint !== '' && <p className="hint">{hint ?? t('variants.image.drop')}</p>}
      {send.isPending && (
        <p className="hint" role="status">
          <Spinner size={13} /> {t('variants.image.working')}
        </p>
      )}
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
      {!path && disabled && <Icon of={ImagePlus} className="absent" />}
    </div>
  );
}
