import { useCan } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { KeyList } from '@/ui/key-list.tsx';

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const mayReturn = can('accounting.sales.return') && can('accounting.sales.view');
  return (
    <Dialog onClose={onClose} size="small" title={t('app.keys.title')}>
      <KeyList
        keys={[
          [t('app.keys.help'), 'F1'],
          [t('counter.hold.title'), 'F2'],
          [t('counter.held.title'), 'F3'],
          [t('counter.lastReceipt.key'), 'F7'],
          ...(mayReturn ? [[t('counter.back.find'), 'F8'] as const] : []),
          [t('counter.keys.pay'), 'F9'],
          [t('counter.finish'), 'Mod+Enter'],
          [t('counter.keys.more'), '+'],
          [t('counter.keys.less'), '-'],
          [t('counter.keys.remove'), 'Del'],
          [t('counter.keys.lines'), '↑'],
          [t('counter.keys.pages'), 'Alt+1'],
          [t('counter.keys.scan'), 'Esc'],
        ]}
      />
      <p className="muted">{t('counter.empty.text')}</p>
    </Dialog>
  );
}
