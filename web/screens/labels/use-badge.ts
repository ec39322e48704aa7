import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useMe } from '@/db/me.ts';
import { listOf } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useName } from '@/kit/names.ts';
import { settings } from '@/lib/settings.ts';
import type { ComboboxOption } from '@/ui/combobox.tsx';
import { problemOf } from './cart.ts';
import type { Content } from './drawing.ts';
import type { Piece } from './print-labels.ts';

/** A person's badge: name, role, and a code of their id. */
export function useBadge() {
  const { business } = useMe();
  const [person, choose] = useState<ComboboxOption | null>(null);
  const [copies, setCopies] = useState('1');
  // Names the columns, because not all columns of a colleague may be read.
  const query = useQuery({
    ...listOf('profiles', { select: ['id', 'name', 'name_ar', 'role_id'], where: [['id', 'eq', person?.value ?? '']] }),
    enabled: person !== null,
  });
  const data = query.data?.rows[0];
  const role = useName('roles', data?.role_id ?? null);
  const content = useMemo<Content | null>(
    () =>
      data && role && data.id === person?.value
        ? {
            kind: 'badge',
            code: data.id,
            text: {
              direction: settings().language === 'ar' ? 'rtl' : 'ltr',
              business: nameOf(business),
              name: nameOf(data),
              role: nameOf(role),
            },
          }
        : null,
    [data, role, person, business],
  );
  const wrong = problemOf(copies);
  return {
    person,
    choose,
    copies,
    setCopies,
    wrong,
    content,
    pieces: (): Piece[] =>
      content && !wrong ? [{ content, line: { profile_id: content.kind === 'badge' ? content.code : '', copies: Number(copies) } }] : [],
  };
}
