import { CircleAlert, PackageOpen } from 'lucide-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import type { AppError } from '@/db/errors.ts';
import { LineSheet, type LineSheetProps, type OfVariant } from '@/parts/lines/line-sheet.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Icon } from '@/ui/icon.tsx';
import { BlankLines } from './blank-lines.tsx';
import { SaveRefused } from './save-refused.tsx';
import { SaveBar } from './save-bar.tsx';

interface FormPageProps<Line extends OfVariant> extends Pick<LineSheetProps<Line>, 'shape' | 'feet'> {
  /** From useDocumentForm. */
  page: Pick<ComponentProps<typeof SaveBar>, 'isNew' | 'dirty' | 'hasChanges' | 'storedAt'> & {
    question: ReactNode;
    blank: Omit<ComponentProps<typeof BlankLines>, 'strict'>;
    sheet: Omit<LineSheetProps<Line>, 'shape' | 'feet'>;
  };
  head: ReactNode;
  /** A message about what was restored or merged. */
  notice?: ReactNode;
  /** The error of a failed save, with its actions. */
  refused: Omit<ComponentProps<typeof SaveRefused>, 'error'> & { error: AppError | null };
  /** Shown while there are no lines; `missing` replaces the text after an attempt to save. */
  empty: { title: string; text: string; missing?: string } | null;
  lines?: Pick<LineSheetProps<Line>, 'onEnter' | 'className'>;
  aside: ReactNode;
  strip: Omit<ComponentProps<typeof SaveBar>, 'isNew' | 'dirty' | 'hasChanges' | 'storedAt'>;
  /** The head's fields above the lines, and the controls that add lines. */
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** The page of a document's form. */
export function FormPage<Line extends OfVariant>({
  page: { question, blank, sheet, ...kept },
  head,
  notice,
  refused: { error, ...ways },
  shape,
  feet,
  empty,
  lines,
  aside,
  strip,
  children,
  ref,
}: FormPageProps<Line>) {
  const wrong = sheet.strict && empty?.missing;
  return (
    <>
      {question}
      {head}
      <div className="document writing" ref={ref}>
        <div className="body compose">
          {notice}
          {error && (
            <div className="document-banner px-gutter pt-3.5">
              <SaveRefused error={error} {...ways} />
            </div>
          )}
          {children}
          <BlankLines {...blank} strict={sheet.strict} />
          {sheet.lines.length > 0 && <LineSheet {...sheet} {...lines} shape={shape} feet={feet} />}
          {sheet.lines.length === 0 && empty && (
            <EmptyState icon={PackageOpen} title={empty.title} className={wrong ? 'bad' : undefined}>
              {wrong ? (
                <span className="error-text">
                  <Icon of={CircleAlert} size={14} />
                  {wrong}
                </span>
              ) : (
                empty.text
              )}
            </EmptyState>
          )}
        </div>
        {aside}
      </div>
      <SaveBar {...kept} {...strip} />
    </>
  );
}
