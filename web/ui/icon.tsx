import type { LucideIcon } from 'lucide-react';

export type { LucideIcon };

interface IconProps {
  of: LucideIcon;
  size?: number;
  /** Mirrors the icon in right-to-left text: for arrows, chevrons and trucks, not for clocks, checks and scanners. */
  flip?: boolean;
  className?: string;
  /** Only for an icon without adjacent text. */
  label?: string;
}

export function Icon({ of: Drawing, size = 16, flip, className, label }: IconProps) {
  const classes = ['icon', flip && 'rtl:-scale-x-100', className].filter(Boolean).join(' ');
  return (
    <Drawing
      className={classes}
      size={size}
      strokeWidth={1.7}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
