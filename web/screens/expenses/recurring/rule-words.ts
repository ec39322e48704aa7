import type { TFunction } from 'i18next';
import type { RuleRow, RuleStatus } from '@/db/expenses.ts';
import { CircleCheck, CirclePause, Flag } from 'lucide-react';
import type { Look } from '@/ui/status.tsx';

/** Every month, every 2 weeks. */
export const intervalWord = (t: TFunction, { every, unit }: Pick<RuleRow, 'every' | 'unit'>): string => t(`expenses.recurring.interval.${unit}`, { count: every });

export const ruleLooks: Record<RuleStatus, Look> = { active: { tone: 'ok', icon: CircleCheck }, paused: { tone: 'warn', icon: CirclePause }, ended: { tone: 'off', icon: Flag } };
