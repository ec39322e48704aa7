import { Camera } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import { Spinner } from './spinner.tsx';

const View = lazy(() => import('./camera-view.tsx'));
// Only on handheld devices: a desk has a scanner. Browsers offer a camera only to pages served over HTTPS.
const hasCamera = () => matchMedia('(pointer: coarse)').matches && 'mediaDevices' in navigator;

/** The device's camera as a scanner: a button for the end of the scanner field and the camera view, shown below the field. */
export function useCameraScan(onScan: (code: string) => void, disabled = false): { button: ReactNode; view: ReactNode } {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return {
    button: hasCamera() && !disabled && (
      <IconButton small variant="quiet" icon={Camera} label={t('ui.camera.open')} aria-expanded={open} onClick={() => setOpen(!open)} />
    ),
    view: open && !disabled && (
      <Suspense fallback={<Spinner />}>
        <View onScan={onScan} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
