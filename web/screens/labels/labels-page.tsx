import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppError } from '@/db/errors.ts';
import { labelLinesOf, labelTemplates, type LabelLine } from '@/db/labels.ts';
import { queryClient } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { newId } from '@/lib/id.ts';
import { stillThere } from '@/parts/document/form.ts';
import { RemovedLinesNotice } from '@/parts/document/use-new.tsx';
import { useStoredDraft } from '@/parts/document/use-stored-draft.ts';
import { useDevice } from '@/parts/printing/device.ts';
import type { Cart, CartHead } from './cart.ts';
import { Labels } from './labels.tsx';
import { optionsOf } from './template-panel.tsx';
import { usualOptions } from './wording.ts';
import './labels.css';

const noLines = Promise.resolve<LabelLine[]>([]);

/** /labels: the cart as stored on this device, with current names and prices. */
export function Component() {
  const { t } = useTranslation();
  const { template } = useDevice();
  const { restored, ...draft } = useStoredDraft<CartHead, 'quantity'>('labels');
  const [id] = useState(() => restored?.id ?? newId());
  const startQuery = useQuery<{ options: CartHead['options']; goods: LabelLine[] }, AppError>({
    queryKey: ['label_lines', 'begin', id],
    queryFn: async () => {
      const lines = restored
        ? queryClient.fetchQuery(
            labelLinesOf(
              'variants',
              restored.lines.map(({ variantId }) => variantId),
              restored.head.options,
            ),
          )
        : noLines;
      const { rows } = await queryClient.fetchQuery(labelTemplates());
      return {
        options: { ...usualOptions, ...(restored?.head.options ?? optionsOf(rows.find((row) => row.id === template) ?? usualOptions)) },
        goods: await lines,
      };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Found query={startQuery} title={t('labels.title')}>
      {({ options, goods }) => {
        const head: CartHead = { options };
        const base: Cart = { id, head, lines: [] };
        const { lines, gone } = stillThere(restored?.lines ?? [], goods);
        return (
          <>
            <RemovedLinesNotice count={gone} />
            <Labels start={{ ...base, lines }} base={base} version={null} goods={goods} {...draft} />
          </>
        );
      }}
    </Found>
  );
}
