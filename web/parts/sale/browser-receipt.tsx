import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import writer from 'zxing-wasm/writer/zxing_writer.wasm?url';
import { useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import type { ScanCode } from '@/lib/pdf/scan-code.ts';
import { letterheadOf } from '@/parts/document/letterhead.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import './receipt.css';

const ROLL = 80;
const PIXELS_A_MILLIMETRE = 96 / 25.4;

/** A page as long as the receipt, because the roll is cut after it. */
function pageOf(sheet: HTMLElement): CSSStyleSheet {
  const page = new CSSStyleSheet();
  page.replaceSync(`@page{size:${ROLL}mm ${Math.ceil(sheet.offsetHeight / PIXELS_A_MILLIMETRE) + 4}mm;margin:0}`);
  return page;
}

/** Shrinks the font of a table of numbers until it fits the roll. In steps, because fonts do not scale linearly. */
function fitFigures(table: HTMLTableElement, room: number): void {
  for (let percent = 98; table.offsetWidth > room && percent >= 40; percent -= 2) table.style.fontSize = `${percent}%`;
}

/** Prints a receipt from the browser, also offline; in kiosk mode without a dialog. */
export function usePrintReceipt(): { print: (written: Written) => void; receipt: ReactNode } {
  const [written, setWritten] = useState<Written | null>(null);
  return { print: setWritten, receipt: written && <Receipt written={written} onPrinted={() => setWritten(null)} /> };
}

function Receipt({ written, onPrinted }: { written: Written; onPrinted: () => void }) {
  const { t } = useTranslation();
  const { business } = useMe();
  const sheet = useRef<HTMLDivElement>(null);
  const square = useCode(written.qr, 'square');
  const bars = useCode(written.hasBars ? written.number : undefined, 'bars');
  const ready = square !== undefined && bars !== undefined;
  useLayoutEffect(() => {
    const paper = sheet.current;
    if (!ready || !paper) return;
    // Forces a layout, which requests the needed fonts: a name may be the page's first text in the other script.
    paper.getBoundingClientRect();
    let page: CSSStyleSheet | undefined;
    let wanted = true;
    const print = async () => {
      // Prints without a font that does not load in time.
      await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, 2_000))]);
      if (!wanted) return;
      fitFigures(paper.querySelector('table')!, paper.clientWidth);
      page = pageOf(paper);
      document.adoptedStyleSheets.push(page);
      window.print();
      onPrinted();
    };
    // Outside the effect, because the print dialog blocks.
    const timer = setTimeout(() => void print());
    return () => {
      wanted = false;
      clearTimeout(timer);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== page);
    };
  }, [ready]); // eslint-disable-line react-hooks/exhaustive-deps
  const { name, facts, logo } = letterheadOf(t, { ...business, ...written.issuer });
  const figures = written.columns.flatMap(({ kind }, index) => (kind === 'figure' ? [index] : []));
  const texts = written.columns.flatMap(({ kind }, index) => (kind === 'figure' ? [] : [index]));
  const pairs = (some: readonly { label: string; value: string; final?: boolean }[]) => (
    <dl>
      {some.map(({ label, value, final }) => (
        <div key={label} className={final ? 'final' : undefined}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
  return createPortal(
    <div className="receipt" ref={sheet}>
      <header>
        {logo && <img src={logo} alt="" />}
        <b>
          <bdi>{name}</bdi>
        </b>
        {written.above && (
          <p className="business-line">
            <bdi>{written.above}</bdi>
          </p>
        )}
        {pairs(facts)}
        <p>{written.title}</p>
        <b>
          <bdi className="number">{written.number}</bdi>
        </b>
        {written.status && <b>{written.status}</b>}
      </header>
      {pairs(written.facts)}
      <table>
        <thead>
          <tr>
            {figures.map((at) => (
              <th key={at}>{written.columns[at]?.label}</th>
            ))}
          </tr>
        </thead>
        {written.rows.map((cells, row) => (
          <tbody key={row}>
            {texts.map((at) => (
              <tr key={at}>
                <th colSpan={figures.length} scope="row">
                  <bdi>{cells[at]}</bdi>
                </th>
              </tr>
            ))}
            <tr>
              {figures.map((at) => (
                <td key={at}>
                  <bdi className="number">{cells[at]}</bdi>
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
      {pairs(written.totals)}
      <footer>
        {square && (
          <svg viewBox={`0 0 ${square.width} ${square.height}`} aria-hidden="true">
            <path d={square.path} />
          </svg>
        )}
        {bars && (
          <svg className="bars" viewBox={`${-bars.quiet} 0 ${bars.width + 2 * bars.quiet} ${bars.height}`} aria-hidden="true">
            <path d={bars.path} />
          </svg>
        )}
        {written.notes && (
          <p>
            <bdi>{written.notes.value}</bdi>
          </p>
        )}
        {written.below && (
          <p className="business-line">
            <bdi>{written.below}</bdi>
          </p>
        )}
        <p>{t('document.paper.printed', { at: formatDateTime(new Date()) })}</p>
      </footer>
    </div>,
    document.body,
  );
}

const draw = async (text: string, form: 'square' | 'bars'): Promise<ScanCode | null> =>
  (await import('@/lib/pdf/scan-code.ts')).scanCodeOf(text, form, { locateFile: () => writer });

/** Loads the code generator, so that codes can be drawn offline. */
export const drawAhead = (): void => void draw('AHEAD', 'bars').catch(() => undefined);

/** A code to draw: undefined while it is drawn; null without a text or if the generator cannot be loaded. */
function useCode(text: string | undefined, form: 'square' | 'bars'): ScanCode | null | undefined {
  const [code, setCode] = useState<ScanCode | null | undefined>(text === undefined ? null : undefined);
  useEffect(() => {
    if (text !== undefined) draw(text, form).then(setCode, () => setCode(null));
  }, [text, form]);
  return code;
}
