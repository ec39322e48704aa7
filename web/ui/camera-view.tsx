import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { useTranslation } from '@/i18n/use-translation.ts';
import { steadyReadings } from '@/lib/steady-readings.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import './camera-view.css';

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: typeof formats }): Detector; getSupportedFormats: () => Promise<readonly string[]> };

// The codes used on goods and labels; each has its own check.
const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'qr_code'] as const;
const PAUSE = 80;

/** The browser's own detector if it reads all these formats, else ZXing. */
async function detector(): Promise<Detector> {
  const NativeDetector = (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const nativeFormats = (await NativeDetector?.getSupportedFormats()) ?? [];
  if (NativeDetector && formats.every((format) => nativeFormats.includes(format))) return new NativeDetector({ formats });
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill');
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  return new BarcodeDetector({ formats: [...formats] });
}

type Failure = 'refused' | 'missing' | 'ended' | 'unreadable';

async function open(): Promise<MediaStream | Failure> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing';
  }
}

async function watch(
  video: HTMLVideoElement,
  onScan: (code: string) => void,
  onFailed: (failure: Failure) => void,
  signal: AbortSignal,
): Promise<void> {
  const stream = await open();
  if (typeof stream === 'string') return onFailed(stream);
  const tracks = stream.getTracks();
  const stopTracks = () => tracks.forEach((track) => track.stop());
  if (signal.aborted) return stopTracks();
  signal.addEventListener('abort', stopTracks);
  // Unplugged, taken by another app, or permission revoked: the video would freeze on its last frame.
  for (const track of tracks) track.addEventListener('ended', () => onFailed('ended'));
  video.srcObject = stream;
  const reader = await detector();
  const read = steadyReadings();
  while (!signal.aborted) {
    // An open dialog pauses scanning, unless the video is inside it.
    const dialog = document.querySelector('[aria-modal=true]');
    if (video.readyState >= video.HAVE_CURRENT_DATA && !document.hidden && (!dialog || dialog.contains(video))) {
      const codes = await reader.detect(video);
      for (const code of signal.aborted
        ? []
        : read(
            codes.map(({ rawValue }) => rawValue),
            performance.now(),
          )) {
        // Leaving the input first keeps its value with the previous item; flushSync lets each code see the result of the one before.
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
        flushSync(() => onScan(code));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Reads the camera until it is closed and reports each code that comes into view. */
export default function CameraView({ onScan, onClose }: { onScan: (code: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState<Failure>();
  const latestOnScan = useRef(onScan);
  useEffect(() => {
    latestOnScan.current = onScan;
  });
  useEffect(() => {
    const abort = new AbortController();
    const fail = (failure: Failure) => {
      if (abort.signal.aborted) return;
      abort.abort();
      setFailed(failure);
    };
    if (video.current) watch(video.current, (code) => latestOnScan.current(code), fail, abort.signal).catch(() => fail('unreadable'));
    return () => abort.abort();
  }, []);
  return (
    <div className="camera" role="group" aria-label={t('ui.camera.view')}>
      {failed ? (
        <p className="error-text" role="alert">
          <Icon of={CircleAlert} size={14} />
          <span>{t(`ui.camera.${failed}`)}</span>
        </p>
      ) : (
        <>
          <video ref={video} autoPlay playsInline muted />
          <p className="muted">{t('ui.camera.hold')}</p>
        </>
      )}
      <IconButton small variant="quiet" icon={X} label={t('ui.camera.close')} onClick={onClose} />
    </div>
  );
}
