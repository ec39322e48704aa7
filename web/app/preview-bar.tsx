import { Eye } from 'lucide-react';
import { useMe } from '@/db/me.ts';
import { preview, previewedRole } from '@/db/preview.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';

/** Names the previewed role and says that nothing is written. */
export function PreviewBar() {
  const { t } = useTranslation();
  const { previewing, role } = useMe();
  if (!previewing) return null;
  return (
    <p
      className="offline flex flex-none items-center gap-2.5 border-b border-off-rule bg-off-tint px-gutter py-[7px] font-medium text-off"
      role="status"
    >
      <Icon of={Eye} />
      <span>{t('app.preview.text', { name: nameOf(role) })}</span>
      <Button small onClick={() => preview(null, `/managment/roles/edit/${previewedRole()}`)}>
        {t('app.preview.leave')}
      </Button>
    </p>
  );
}
