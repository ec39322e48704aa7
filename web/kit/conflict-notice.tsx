import { TriangleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { timeAgo } from '@/lib/dates.ts';
import { Icon } from '@/ui/icon.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import type { Collision } from './merge.ts';
import { useName } from './names.ts';

interface ConflictNoticeProps {
  by: string | null;
  at: string;
  /** Labels of the fields that only the other changed. */
  taken: readonly string[];
  collisions: readonly Collision[];
  label: (field: string) => string;
  value: (field: string, value: unknown) => ReactNode;
  /** Which of the two stands in the form now. */
  chosen: (collision: Collision) => 'mine' | 'theirs';
  onChoose: (collision: Collision, side: 'mine' | 'theirs') => void;
}

/** Who changed what while this was being typed; the reader chooses only where both touched the same field. */
export function ConflictNotice({ by, at, taken, collisions, label, value, chosen, onChoose }: ConflictNoticeProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const person = useName('profiles', by);
  const when = timeAgo(at);
  return (
    <section className="note warn conflict" role="alert" aria-labelledby={id}>
      <Icon of={TriangleAlert} />
      <div>
        <h2 id={id}>{person ? t('kit.conflictTitle', { name: nameOf(person), when }) : t('kit.conflictSomebody', { when })}</h2>
        {taken.length > 0 && <p>{t('kit.conflictMerged', { fields: new Intl.ListFormat(i18n.language).format(taken) })}</p>}
        <p>{collisions.length > 0 ? t('kit.conflictChoose') : t('kit.conflictSave')}</p>
        {collisions.length > 0 && (
          <table className="acc">
            <thead>
              <tr>
                <th scope="col">
                  <span className="sr">{t('kit.field')}</span>
                </th>
                <th scope="col">{t('kit.mine')}</th>
                <th scope="col">{t('kit.theirs')}</th>
                <th scope="col">
                  <span className="sr">{t('kit.choose')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {collisions.map((collision) => (
                <tr key={collision.field}>
                  <th scope="row">{label(collision.field)}</th>
                  <td>{value(collision.field, collision.mine)}</td>
                  <td>{value(collision.field, collision.theirs)}</td>
                  <td>
                    <Segmented
                      small
                      label={label(collision.field)}
                      value={chosen(collision)}
                      onChange={(side) => onChoose(collision, side)}
                      options={[
                        { value: 'mine', label: t('kit.mine') },
                        { value: 'theirs', label: t('kit.theirs') },
                      ]}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
