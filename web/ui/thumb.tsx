import { Image } from 'lucide-react';
import { useState } from 'react';
import { Icon, type LucideIcon } from './icon.tsx';

interface ThumbProps {
  src?: string | null;
  large?: boolean;
  /** Only where no name stands beside it. */
  alt?: string;
  icon?: LucideIcon;
}

export function Thumb({ src, large, alt = '', icon = Image }: ThumbProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={large ? 'th lg' : 'th'}>
      {src && broken !== src ? (
        <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(src)} />
      ) : (
        <Icon of={icon} size={large ? 20 : 13} {...(alt ? { label: alt } : {})} />
      )}
    </span>
  );
}
