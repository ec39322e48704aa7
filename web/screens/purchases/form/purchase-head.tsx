import { Plus } from 'lucide-react';
import { memo } from 'react';
import { useCan } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { SheetButton } from '@/parts/lines/sheet-button.tsx';
import { Button } from '@/ui/button.tsx';
import { PageHead } from '@/ui/page-head.tsx';

interface PurchaseHeadProps {
  title: string;
  isNew: boolean;
  onFile: (file: File) => void;
  onCustom: () => void;
}

export const PurchaseHead = memo(function PurchaseHead({ title, isNew, onFile, onCustom }: PurchaseHeadProps) {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <PageHead
      title={title}
      sub={isNew ? t('purchases.form.intro') : undefined}
      actions={
        <>
          <SheetButton label={t('purchases.form.import')} onFile={onFile} />
          {can('inventory.products.create') && (
            <Button icon={Plus} onClick={onCustom}>
              {t('purchases.custom.open')}
            </Button>
          )}
        </>
      }
    />
  );
});
