import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { imageOf } from '@/lib/labels/dots.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { useDevice } from '@/parts/printing/device.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/banner.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import type { Content, Drawn, Target } from './drawing.ts';

interface PreviewProps {
  content: Content | null;
  target: Target;
  onCalibrate: () => void;
}

/** The printed image itself, at its real size. */
export function Preview({ content, target, onCalibrate }: PreviewProps) {
  const { t } = useTranslation();
  const { scale } = useDevice();
  const [times, setTimes] = useState<'1' | '2'>('1');
  const [problem, setProblem] = useState<Drawn['problem']>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { size, dpi } = target;
  useEffect(() => {
    let isCurrent = true;
    const show = async () => {
      if (!content) return;
      const { drawLabel } = await import('./drawing.ts');
      const { dots, problem: found } = await drawLabel(content, { size, dpi });
      if (!isCurrent || !canvas.current) return;
      Object.assign(canvas.current, { width: dots.width, height: dots.height });
      canvas.current.getContext('2d')?.putImageData(imageOf(dots), 0, 0);
      setProblem(found);
    };
    void show();
    return () => {
      isCurrent = false;
    };
  }, [content, size, dpi]);
  const mm = (millimetres: number) => `${millimetres * scale * Number(times)}mm`;
  return (
    <section className="section" aria-label={t('labels.preview.title')}>
      <div className="section-head">
        <h2>{t('labels.preview.title')}</h2>
        <bdi className="muted">{t('labels.size.of', { width: formatNumber(size.width), height: formatNumber(size.height) })}</bdi>
        <Segmented
          small
          label={t('labels.preview.scale')}
          value={times}
          onChange={setTimes}
          options={[
            { value: '1', label: t('labels.preview.true') },
            { value: '2', label: t('labels.preview.double') },
          ]}
        />
      </div>
      <div className="label-preview" tabIndex={0} role="group" aria-label={t('labels.preview.title')}>
        {content ? (
          <div className="label-with-rulers">
            <Ruler millimetres={size.width} unit={mm(1)} />
            <Ruler millimetres={size.height} unit={mm(1)} down />
            <canvas
              ref={canvas}
              className="label-paper"
              role="img"
              aria-label={t('labels.preview.alt')}
              style={{ inlineSize: mm(size.width), blockSize: mm(size.height) }}
            />
          </div>
        ) : (
          <p className="muted">{t('labels.preview.empty')}</p>
        )}
      </div>
      <p className="hint">
        {t('labels.preview.exact', { dpi: formatNumber(dpi) })}{' '}
        <Button variant="quiet" small onClick={onCalibrate}>
          {t('labels.preview.calibrate')}
        </Button>
      </p>
      {content && problem && <Note tone="warn">{t(`labels.preview.problem.${problem}`)}</Note>}
    </section>
  );
}

function Ruler({ millimetres, unit, down }: { millimetres: number; unit: string; down?: boolean }) {
  const marks = Array.from({ length: Math.floor(millimetres) + 1 }, (_, mm) => mm);
  return (
    <svg
      className={down ? 'label-ruler down' : 'label-ruler'}
      aria-hidden="true"
      style={down ? { blockSize: `calc(${millimetres} * ${unit})` } : { inlineSize: `calc(${millimetres} * ${unit})` }}
      preserveAspectRatio="none"
      viewBox={down ? `0 0 10 ${millimetres}` : `0 0 ${millimetres} 10`}
    >
      {marks.map((mm) => {
        const long = mm % 10 === 0 ? 10 : mm % 5 === 0 ? 7 : 4;
        return down ? <path key={mm} d={`M${10 - long} ${mm}H10`} /> : <path key={mm} d={`M${mm} ${10 - long}V10`} />;
      })}
    </svg>
  );
}
