import { useMutation } from '@tanstack/react-query';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { publicUrl, removeFiles, uploadFile } from '@/db/files.ts';
import type { Business } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { updateRow } from '@/db/tables.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { makePicture } from '@/parts/image/resize.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';

/** The new picture is there before the old one goes: a line that breaks in between loses nothing. */
async function putLogo(business: Business, file: File | null): Promise<void> {
  const picture = file && (await makePicture(file));
  const path = picture && (await uploadFile('images', `business/${newId()}.${picture.extension}`, picture.full));
  await updateRow('business', business.id, business.version, { logo_path: path });
  if (business.logo_path) await removeFiles('images', [business.logo_path]);
}

export function Logo({ business, disabled }: { business: Business; disabled: boolean }) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(false);
  const put = useMutation(write({ run: (file: File | null) => putLogo(business, file), changes: ['business'] }));

  async function choose(file: File | undefined) {
    if (!file) return;
    const readable = /^image\/(png|jpeg|webp)$/.test(file.type) && (await createImageBitmap(file).then(() => true, () => false));
    setRefused(!readable);
    if (readable) put.mutate(file);
  }

  return (
    <section className="sec">
      <div className="sh">
        <h2>{t('business.logo')}</h2>
      </div>
      {business.logo_path ? <img className="logo" src={publicUrl('images', business.logo_path)} alt={t('business.logo')} /> : <span className="logo none">{<Icon of={ImagePlus} size={22} />}</span>}
      <input ref={picker} type="file" accept="image/png,image/jpeg,image/webp" hidden onChange={(event) => void choose(event.target.files?.[0])} />
      <div className="row">
        <Button small icon={ImagePlus} busy={put.isPending} disabled={disabled} onClick={() => picker.current?.click()}>
          {business.logo_path ? t('business.replaceLogo') : t('business.chooseLogo')}
        </Button>
        {business.logo_path && (
          <Button small variant="quiet" icon={Trash2} disabled={disabled || put.isPending} onClick={() => put.mutate(null)}>
            {t('business.removeLogo')}
          </Button>
        )}
      </div>
      <p className={refused || put.error ? 'err-t' : 'hint'} role={refused || put.error ? 'alert' : undefined}>
        {refused ? t('business.badLogo') : put.error ? errorText(t, put.error) : t('business.logoHint')}
      </p>
    </section>
  );
}
