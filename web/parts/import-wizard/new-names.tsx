import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Combobox } from '@/ui/combobox.tsx';
import type { NameKind } from './field-list.ts';
import type { Report, UnknownName } from './import-calls.ts';
import type { Import } from './use-import.ts';

const page = 20;

const meantOf = ({ choices }: Import, { kind, name }: UnknownName) => {
  const mapped = choices.same[kind]?.[name];
  return mapped === undefined ? null : { value: mapped, label: mapped };
};

/** Existing names as the file would write them: a category by its path. */
async function namesThere(kind: NameKind, words: string) {
  const found = refFilter(kind, kind, '', kind === 'categories' || kind === 'expense_categories');
  const choices = 'search' in found ? await found.search(words) : [];
  return choices.map(({ label }) => ({ value: label, label }));
}

const kinds: NameKind[] = ['brands', 'categories', 'colors', 'sizes', 'suppliers', 'customers', 'expense_categories'];

/** Names unknown to the business: only ticked ones are created. */
export function NewNames({ work, report }: { work: Import; report: Report }) {
  const { t } = useTranslation();
  // Paged, because a wrongly mapped column may give a new name in each of fifty thousand rows.
  const [shownCount, setShownCount] = useState(page);
  const creatable = report.unknown.filter((name) => name.may_create);
  const ticked = creatable.filter((name) => work.isTicked(name)).length;
  return (
    <section className="import-part">
      <div className="section-head">
        <h2>{t('imports.newNames')}</h2>
        {creatable.length > 1 && (
          <Checkbox
            checked={ticked === creatable.length}
            mixed={ticked > 0 && ticked < creatable.length}
            onChange={(checked) => work.tick(creatable, checked)}
            label={t('imports.tickAll', { count: creatable.length })}
          />
        )}
      </div>
      <p>
        {report.unknown_count > report.unknown.length && <>{t('imports.newNamesFirst', { most: report.unknown.length })} </>}
        {t('imports.newNamesText')}
      </p>
      <div className="import-names">
        {kinds.map((kind) => {
          const unknown = report.unknown.filter((name) => name.kind === kind);
          // A name mapped to an existing one is no longer unknown, but the mapping can still be changed.
          const mapped = Object.keys(work.choices.same[kind] ?? {})
            .filter((name) => !unknown.some((one) => one.name === name))
            .map((name): UnknownName => ({ kind, name, rows: 0, may_create: false }));
          const names = [...mapped, ...unknown];
          if (names.length === 0) return null;
          return (
            <fieldset key={kind}>
              <legend>{t(`imports.kinds.${kind}`)}</legend>
              {names.slice(0, shownCount).map((name) => (
                <div key={name.name} className="import-name">
                  {meantOf(work, name) ? (
                    <bdi>{name.name}</bdi>
                  ) : (
                    <Checkbox
                      checked={work.isTicked(name)}
                      disabled={!name.may_create}
                      onChange={(checked) => work.tick([name], checked)}
                      label={<bdi>{name.name}</bdi>}
                      hint={name.may_create ? t('imports.inRows', { count: name.rows }) : t('imports.mayNotCreate')}
                    />
                  )}
                  <Combobox
                    label={t('imports.meantBy', { name: name.name })}
                    placeholder={t('imports.sameAs')}
                    value={meantOf(work, name)}
                    clearable
                    search={(words) => namesThere(kind, words)}
                    onChange={(option) => work.mean(name, option?.value ?? null)}
                  />
                </div>
              ))}
              {names.length > shownCount && (
                <Button small onClick={() => setShownCount(shownCount + page)}>
                  {t('imports.more', { count: names.length - shownCount })}
                </Button>
              )}
            </fieldset>
          );
        })}
      </div>
    </section>
  );
}
