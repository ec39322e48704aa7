import { useTranslation } from '@/i18n/use-translation.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { KeyList } from '@/ui/key-list.tsx';

const keys = [
  ['palette', 'Mod+K'],
  ['search', '/'],
  ['create', 'N'],
  ['save', 'Mod+S'],
  ['back', 'Esc'],
  ['help', '?'],
] as const;

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const labels: Record<(typeof keys)[number][0], string> = {
    palette: t('app.keys.palette'),
    search: t('app.keys.search'),
    create: t('app.keys.create'),
    save: t('app.keys.save'),
    back: t('app.keys.back'),
    help: t('app.keys.help'),
  };
  return (
    <Dialog onClose={onClose} size="small" title={t('app.keys.title')}>
      <KeyList keys={keys.map(([key, stroke]) => [labels[key], stroke] as const)} />
      <p className="muted">{t('app.keys.scan')}</p>
    </Dialog>
  );
}
