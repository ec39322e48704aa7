import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { download } from '@/lib/download.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import type { Piece } from './print-labels.ts';
import type { Problem } from './drawing.ts';
import { fine, makeSheets, sizeOn } from './paper.ts';
import { ProblemList } from './problem-list.tsx';
import { sheets, type SheetKey } from './sizes.ts';

/** Makes a PDF of label sheets for any printer. */
export default function SheetDialog({ pieces, onClose }: { pieces: readonly Piece[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<SheetKey>('3x8');
  const [first, setFirst] = useState('1');
  const [printing, setPrinting] = useState(false);
  const [failed, setFailed] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const sheet = sheets[kind];
  const places = sheet.across * sheet.down;
  const begins = /^\d+$/.test(first) && Number(first) >= 1 && Number(first) <= places ? Number(first) : null;
  const labels = pieces.reduce((sum, { line }) => sum + line.copies, 0);
  const pages = Math.ceil((labels + (begins ?? 1) - 1) / places);
  const make = async (despite = false) => {
    if (begins === null || labels === 0) return;
    setPrinting(true);
    setFailed(false);
    setProblems([]);
    try {
      const { problemsOf } = await import('./drawing.ts');
      const contents = pieces.map(({ content }) => content);
      const found = despite ? [] : await problemsOf(contents, { size: sizeOn(sheet), dpi: fine });
      if (found.length > 0) {
        setProblems(found);
        setPrinting(false);
        return;
      }
      download(await makeSheets(pieces, sheet, begins - 1), `${t('labels.title')} ${kind}.pdf`);
      onClose();
    } catch {
      setFailed(true);
      setPrinting(false);
    }
  };
  return (
    <Dialog
      size="small"
      onClose={onClose}
      onSubmit={() => void make()}
      locked={printing}
      title={t('labels.sheet.title')}
      sub={
        labels > 0
          ? t('labels.sheet.sub', {
              labels: t('labels.count', { count: labels, shown: formatNumber(labels) }),
              pages: t('labels.sheet.pages', { count: pages, shown: formatNumber(pages) }),
            })
          : undefined
      }
      action={
        <Button type="submit" variant="primary" icon={FileDown} busy={printing} disabled={labels === 0}>
          {t('labels.sheet.make')}
        </Button>
      }
    >
      {problems.length > 0 && <ProblemList problems={problems} onPrint={() => void make(true)} onDismiss={() => setProblems([])} />}
      {failed && <Banner tone="bad">{t('document.paper.failed')}</Banner>}
      {labels === 0 && <Banner tone="bad">{t('labels.refused.nothing')}</Banner>}
      <Field label={t('labels.sheet.kind')}>
        <Select
          value={kind}
          onChange={(value) => {
            setKind(value);
            setProblems([]);
          }}
          options={(Object.keys(sheets) as SheetKey[]).map((value) => ({
            value,
            label: t('labels.sheet.of', {
              across: formatNumber(sheets[value].across),
              down: formatNumber(sheets[value].down),
              width: formatNumber(sheets[value].width),
              height: formatNumber(sheets[value].height),
            }),
          }))}
        />
      </Field>
      <Field
        label={t('labels.sheet.first')}
        hint={t('labels.sheet.firstHint')}
        error={begins === null && t('labels.sheet.firstWrong', { least: formatNumber(1), most: formatNumber(places) })}
      >
        <NumberInput integer value={first} onChange={setFirst} />
      </Field>
    </Dialog>
  );
}
