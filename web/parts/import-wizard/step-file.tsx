import { FileSpreadsheet, Upload } from 'lucide-react';
import { asAppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { useFiles } from '@/ui/use-files.tsx';
import { EncodingField } from './encoding-field.tsx';
import { refusalText } from './refusal.ts';
import { saveSample } from './samples.ts';
import type { Import } from './use-import.ts';
import { Working } from './working.tsx';

const systemNames = { square: 'Square', loyverse: 'Loyverse', shopify: 'Shopify', woocommerce: 'WooCommerce', odoo: 'Odoo' };

export function StepFile({ work }: { work: Import }) {
  const { t } = useTranslation();
  const { reading, file, choose } = work;
  const files = useFiles('.csv,.txt,.tsv,.xlsx,.xls', ([chosen]) => chosen && choose(chosen), { label: t('imports.chooseFile') });
  return (
    <div className="import-body">
      {reading.error && file && (
        <Banner tone="bad" onRetry={() => choose(file)}>
          <bdi>{file.name}</bdi>: {refusalText(t, reading.error)}
        </Banner>
      )}
      {file && asAppError(reading.error).code === 'file_bad_byte' && (
        <EncodingField value={null} onChange={(encoding) => choose(file, { encoding })} />
      )}
      {reading.isPending ? (
        <div className="import-drop">
          <Working work={work} label={t('imports.readingFile', { name: file?.name ?? '' })} onCancel={work.stop} />
        </div>
      ) : (
        <div className={files.over ? 'import-drop over' : 'import-drop'} {...files.place}>
          <Icon of={FileSpreadsheet} size={28} />
          <h2>{t('imports.dropTitle')}</h2>
          <p>{t('imports.dropText', { context: work.kind })}</p>
          <Button variant="primary" icon={Upload} onClick={files.choose}>
            {t('imports.chooseFile')}
          </Button>
          {files.chooser}
          <p className="import-fine">{t('imports.limits')}</p>
        </div>
      )}
      {work.kind === 'sales' && (
        <div className="import-samples">
          <h2>{t('imports.exportsTitle')}</h2>
          <p>{t('imports.exportsText')}</p>
          <ul>
            {(['square', 'loyverse', 'shopify', 'woocommerce', 'odoo'] as const).map((system) => (
              <li key={system}>
                <bdi>{systemNames[system]}</bdi>: {t(`imports.exports.${system}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="import-samples">
        <h2>{t('imports.samplesTitle')}</h2>
        <p>{t('imports.samplesText')}</p>
        <div className="actions">
          {(['en', 'ar'] as const).flatMap((language) =>
            (['xlsx', 'csv'] as const).map((kind) => (
              <Button key={language + kind} small onClick={() => void saveSample(work.kind, language, kind)}>
                {t(`imports.sample.${language}`)} <bdi>{kind === 'xlsx' ? 'Excel' : 'CSV'}</bdi>
              </Button>
            )),
          )}
        </div>
      </div>
    </div>
  );
}
