import { useMutation } from '@tanstack/react-query';
import { errorText } from '@/db/errors.ts';
import { removeFiles } from '@/db/files.ts';
import type { Business } from '@/db/me-types.ts';
import { write } from '@/db/query.ts';
import { updateRow } from '@/db/tables.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ImageField } from '@/parts/image/image-field.tsx';
import { withThumb } from '@/parts/image/picture-path.ts';
import { Banner } from '@/ui/banner.tsx';
import { Section } from '@/ui/section.tsx';

export function Logo({ business: { id, version, name, logo_path }, disabled }: { business: Business; disabled: boolean }) {
  const { t } = useTranslation();
  const save = useMutation(
    write({
      run: async (path: string | null) => {
        // The old picture is deleted last, so that a lost connection loses nothing.
        await updateRow('business', id, version, { logo_path: path });
        if (logo_path) await removeFiles('images', withThumb(logo_path));
      },
      changes: ['business'],
    }),
  );
  return (
    <Section title={t('business.logo')}>
      <ImageField
        path={logo_path}
        folder="business"
        name={name}
        add={t('business.chooseLogo')}
        hint={t('business.logoHint')}
        disabled={disabled || save.isPending}
        onChange={save.mutate}
      />
      {save.error && <Banner tone="bad">{errorText(t, save.error)}</Banner>}
    </Section>
  );
}
