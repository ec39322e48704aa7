import { Shirt } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { publicUrl } from '@/db/public-url.ts';
import { Icon } from '@/ui/icon.tsx';
import { thumbPath } from './picture-path.ts';

interface ProductPictureProps {
  path: string | null;
  /** Pixels on the screen. */
  width: number;
  height: number;
  /** Shows all of it instead of filling its frame. */
  whole?: boolean;
  /** Shown for a product without a picture, and in place of one that cannot be loaded. */
  children: ReactNode;
}

/** A product's picture, small: the full one if there is no thumbnail. */
export function ProductPicture({ path, width, height, whole, children }: ProductPictureProps) {
  const [failed, setFailed] = useState<{ path: string; times: number } | null>(null);
  const times = failed && failed.path === path ? failed.times : 0;
  return path && times < 2 ? (
    <img
      src={publicUrl('images', times === 0 ? thumbPath(path) : path)}
      alt=""
      className={`size-full ${whole ? 'object-contain' : 'object-cover'}`}
      loading="lazy"
      decoding="async"
      width={width}
      height={height}
      onError={() => setFailed({ path, times: times + 1 })}
    />
  ) : (
    children
  );
}

/** A product's picture in a list, or an empty frame. */
export function ProductThumb({ path, large }: { path: string | null; large?: boolean }) {
  return (
    <span
      className={`thumbnail grid flex-none place-items-center overflow-hidden bg-thumb shadow-[inset_0_0_0_1px_rgb(60_48_30/0.07)] ${large ? 'h-15 w-13 self-center rounded-md' : 'h-[31px] w-[27px] rounded-sm'}`}
      aria-hidden="true"
    >
      <ProductPicture path={path} width={large ? 52 : 27} height={large ? 60 : 31}>
        <Icon of={Shirt} size={large ? 24 : 15} className="h-auto w-[45%] max-w-[22px] text-ink-3" />
      </ProductPicture>
    </span>
  );
}
