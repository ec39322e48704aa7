import { Shirt } from 'lucide-react';
import { useState } from 'react';
import { publicUrl } from '@/db/public-url.ts';
import { Icon } from '@/ui/icon.tsx';
import { thumbPath } from './picture-path.ts';

/** A product's thumbnail: without one the full picture is shown, and without that an empty frame. */
export function ProductThumb({ path, large }: { path: string | null; large?: boolean }) {
  const [failed, setFailed] = useState<{ path: string; times: number } | null>(null);
  const times = failed && failed.path === path ? failed.times : 0;
  return (
    <span
      className={`thumbnail grid flex-none place-items-center overflow-hidden bg-thumb shadow-[inset_0_0_0_1px_rgb(60_48_30/0.07)] ${large ? 'h-15 w-13 self-center rounded-md' : 'h-[31px] w-[27px] rounded-sm'}`}
      aria-hidden="true"
    >
      {path && times < 2 ? (
        <img
          src={publicUrl('images', times === 0 ? thumbPath(path) : path)}
          alt=""
          className="size-full object-cover"
          loading="lazy"
          decoding="async"
          width={large ? 52 : 27}
          height={large ? 60 : 31}
          onError={() => setFailed({ path, times: times + 1 })}
        />
      ) : (
        <Icon of={Shirt} size={large ? 24 : 15} className="h-auto w-[45%] max-w-[22px] text-ink-3" />
      )}
    </span>
  );
}
