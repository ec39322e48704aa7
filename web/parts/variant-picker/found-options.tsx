import { useEffect, useRef } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Swatch } from '@/ui/swatch.tsx';
import type { Found } from './found-list.ts';
import { productName, variantLabel, variantName } from '@/parts/variant-name.ts';

interface FoundOptionsProps {
  id: string;
  words: string;
  found: readonly Found[];
  at: number;
  searching: boolean;
  /** Without an entry for all variants of a product. */
  single?: boolean;
  onPoint: (index: number) => void;
  onChoose: (found: Found) => void;
}

export function FoundOptions({ id, words, found, at, searching, single, onPoint, onChoose }: FoundOptionsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  if (!found.length)
    return searching ? null : (
      <p className="popup scanner-none" role="status">
        {t('variants.picker.nothing', { words })}
      </p>
    );
  return (
    <ul
      ref={list}
      className="popup scanner-list"
      id={`${id}-list`}
      role="listbox"
      aria-label={t('variants.picker.results')}
      aria-busy={searching}
    >
      {found.map((entry, index) => {
        const [first] = entry.variants;
        if (!first) return null;
        const name = productName(first);
        return (
          <li
            key={entry.kind === 'product' ? first.product_id : first.variant_id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={entry.kind === 'product' ? 'scanner-all' : undefined}
            onPointerMove={() => onPoint(index)}
            // The field keeps the focus. Not chosen before the click, which would otherwise go to whatever lies beneath the closed list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(entry)}
          >
            {entry.kind === 'product' ? (
              <bdi>{t('variants.picker.allOfProduct', { name, count: entry.variants.length })}</bdi>
            ) : (
              <>
                {first.color_value && <Swatch color={first.color_value} square />}
                <bdi className="min-w-0 flex-1 clip">{single ? variantName(first) : variantLabel(first) || name}</bdi>
                {first.at_source !== null && <span className="muted">{t('variants.picker.pieces', { count: first.at_source })}</span>}
                <bdi className="code">{first.sku}</bdi>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
