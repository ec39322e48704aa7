import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import type { NameKind } from './field-list.ts';
import type { Report } from './import-calls.ts';
import type { Import } from './use-import.ts';

const page = 20;

const kinds: NameKind[] = ['brands', 'categories', 'colors', 'sizes', 'suppliers'];

/** Names that the business does not know: nothing is created unless it is ticked here. */
export function NewNames({ work, report }: { work: Import; report: Report }) {
  const { t } = useTranslation();
  // A column that was matched wrongly brings a new name in each of fifty thousand rows.
  const [shown, setShown] = useState(page);
  const mine = report.unknown.filter((name) => name.may_create);
  const ticked = mine.filter((name) => work.isTicked(name)).length;
  return (
    <section className="imp-part">
      <div className="sh">
        <h2>{t('imports.newNames')}</h2>
        {mine.length > 1 && (
          <Checkbox checked={ticked === mine.length} mixed={ticked > 0 && ticked < mine.length} onChange={(on) => work.tick(mine, on)} label={t('imports.tickAll', { count: mine.length })} />
        )}
      </div>
      <p>
        {report.unknown_count > report.unknown.length && <>{t('imports.newNamesFirst', { most: report.unknown.length })} </>}
        {t('imports.newNamesText')}
      </p>
      <div className="imp-names">
        {kinds.map((kind) => {
          const names = report.unknown.filter((name) => name.kind === kind);
          if (names.length === 0) return null;
          return (
            <fieldset key={kind}>
              <legend>{t(`imports.kinds.${kind}`)}</legend>
              {names.slice(0, shown).map((name) => (
                <Checkbox
                  key={name.name}
                  checked={work.isTicked(name)}
                  disabled={!name.may_create}
                  onChange={(on) => work.tick([name], on)}
                  label={<bdi>{name.name}</bdi>}
                  hint={name.may_create ? t('imports.inRows', { count: name.rows }) : t('imports.mayNotCreate')}
                />
              ))}
              {names.length > shown && (
                <Button small onClick={() => setShown(shown + page)}>
                  {t('imports.more', { count: names.length - shown })}
                </Button>
              )}
            </fieldset>
          );
        })}
      </div>
    </section>
  );
}
