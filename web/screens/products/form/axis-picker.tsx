import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { queryClient, refresh } from '@/db/query.ts';
import { insertRow } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { normalise, searchWords } from '@/lib/normalise.ts';
import { IconButton } from '@/ui/button.tsx';
import { Combobox, type ComboboxOption } from '@/ui/combobox.tsx';
import { toast } from '@/ui/toast.tsx';
import { colorsQuery, sizesQuery } from '../product-queries.ts';
import { guessColor } from './color-guess.ts';
import type { Axis } from './variant-set.ts';

interface AxisPickerProps {
  axis: Axis;
  taken: readonly (string | null)[];
  onPick: (id: string) => void;
  onClose: () => void;
}

const SHOWN = 30;

/** Adds colours or sizes one after another; creates one that does not exist yet. */
export function AxisPicker({ axis, taken, onPick, onClose }: AxisPickerProps) {
  const { t } = useTranslation();
  const can = useCan();
  const isColor = axis === 'color_id';
  const table = isColor ? 'colors' : 'sizes';
  // Mounts a new box after each choice, so that the user can type the next word at once.
  const [turn, setTurn] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Delayed until the closed list has returned the focus to the old box.
    const timer = setTimeout(() => root.current?.querySelector<HTMLInputElement>('input')?.focus(), 50);
    return () => clearTimeout(timer);
  }, [turn]);
  const sizes = useQuery({ ...sizesQuery(), enabled: !isColor });
  const label = t(isColor ? 'products.grid.addColor' : 'products.grid.addSize');

  const search = async (words: string): Promise<ComboboxOption[]> => {
    const { rows: all } = isColor ? await queryClient.ensureQueryData(colorsQuery()) : await queryClient.ensureQueryData(sizesQuery());
    const searched = searchWords(words);
    // An exact match first, so that "S" is listed before XS.
    const rank = (value: { name: string; name_ar: string | null }) => {
      const names = [value.name, value.name_ar ?? ''].map(normalise);
      return names.includes(normalise(words)) ? 0 : names.some((name) => name.startsWith(searched[0] ?? '')) ? 1 : 2;
    };
    return all
      .filter(
        (value) =>
          value.active &&
          !taken.includes(value.id) &&
          searched.every((word) => normalise(`${value.name} ${value.name_ar ?? ''}`).includes(word)),
      )
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, SHOWN)
      .map((value) => ({ value: value.id, label: nameOf(value) }));
  };
  const make = async (words: string): Promise<ComboboxOption | null> => {
    const last = Math.max(0, ...(sizes.data?.rows ?? []).map((size) => size.position));
    try {
      const id = newId();
      const made = isColor
        ? await insertRow('colors', { id, name: words, value: guessColor(words) })
        : await insertRow('sizes', { id, name: words, position: Math.min(last + 10, 9999) });
      await refresh([table]);
      return { value: made.id, label: words };
    } catch (error) {
      toast({ text: errorText(t, error), tone: 'bad' });
      return null;
    }
  };
  return (
    <div
      ref={root}
      className="axis-picker"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Combobox
        key={turn}
        label={label}
        placeholder={label}
        value={null}
        search={search}
        create={can(`inventory.${table}.create`) ? { label: (words) => t('products.grid.make', { name: words }), run: make } : undefined}
        onChange={(option) => {
          if (!option) return;
          onPick(option.value);
          setTurn(turn + 1);
        }}
      />
      <IconButton small variant="quiet" icon={X} label={t('products.grid.donePicking')} onClick={onClose} />
    </div>
  );
}
