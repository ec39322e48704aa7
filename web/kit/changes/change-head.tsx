import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { ChangeRow } from '@/db/history.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Status, type Look } from '@/ui/status.tsx';

const actionLooks: Record<ChangeRow['action'], Look> = {
  insert: { tone: 'ok', icon: Plus },
  update: { tone: 'off', icon: Pencil },
  delete: { tone: 'bad', icon: Trash2 },
};

export function ActionDone({ action }: { action: ChangeRow['action'] }) {
  const { t } = useTranslation();
  return <Status {...actionLooks[action]}>{t(`history.action.${action}`)}</Status>;
}

/** The name of the user who made a change, or "System". */
export const doerOf = (t: ReturnType<typeof useTranslation>['t'], { actor }: Pick<ChangeRow, 'actor'>): string =>
  nameOf(actor) || t('kit.system');
