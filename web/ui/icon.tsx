import type { LucideIcon } from 'lucide-react';

export type { LucideIcon };

interface IconProps {
  of: LucideIcon;
  size?: number;
  /** Arrows, chevrons and trucks follow the reading direction; clocks, checks and scanners do not. */
  flip?: boolean;
  className?: string;
  /** Only for an icon that stands alone: otherwise the word beside it is the label. */
  label?: string;
}

export function Icon({ of: Drawing, size = 16, flip, className, label }: IconProps) {
  const classes = ['i', flip && 'flip', className].filter(Boolean).join(' ');
  return (
    <Drawing
      className={classes}
      size={size}
      strokeWidth={1.7}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
