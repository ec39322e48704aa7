import { useId, type MouseEvent, type ReactNode, type Ref } from 'react';
import { Icon, type LucideIcon } from './icon.tsx';
import { KeyHint } from './kbd.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-fill';

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'button primary',
  secondary: 'button',
  quiet: 'button quiet',
  danger: 'button danger',
  'danger-fill': 'button danger fill',
};

interface Shared {
  variant?: ButtonVariant;
  small?: boolean;
  icon?: LucideIcon;
  flip?: boolean;
  disabled?: boolean;
  /** Why the button is disabled. It stays focusable, so that everybody can read the reason. */
  reason?: string;
  busy?: boolean;
  href?: string;
  type?: 'button' | 'submit';
  form?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox';
  'aria-expanded'?: boolean;
  'aria-pressed'?: boolean;
  'data-autofocus'?: boolean;
}

interface ButtonProps extends Shared {
  children: ReactNode;
  keys?: string;
}

interface IconButtonProps extends Shared {
  label: string;
  icon: LucideIcon;
}

function Pressable({
  variant = 'secondary',
  small,
  disabled,
  reason,
  busy,
  className,
  href,
  onClick,
  icon,
  flip,
  ref,
  children,
  label,
  ...rest
}: Shared & { children?: ReactNode; label?: string }) {
  const reasonId = useId();
  const isDisabled = disabled || Boolean(reason) || busy;
  const classes = [variantClasses[variant], small && 'small', className].filter(Boolean).join(' ');
  const inside = (
    <>
      {busy ? <Spinner /> : icon && <Icon of={icon} flip={flip} />}
      {children}
      {reason && (
        // aria-hidden: the reason is the button's description, not part of its name.
        <span id={reasonId} className="sr-only" aria-hidden="true">
          {reason}
        </span>
      )}
    </>
  );
  const shared = {
    className: classes,
    title: reason ?? label,
    'aria-label': label,
    'aria-describedby': reason ? reasonId : undefined,
  };
  if (href && !isDisabled) {
    return (
      <a href={href} onClick={onClick} {...shared}>
        {inside}
      </a>
    );
  }
  return (
    <button
      type="button"
      {...rest}
      {...shared}
      ref={ref}
      disabled={disabled && !reason}
      aria-disabled={isDisabled || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // aria-disabled keeps focus and the reason reachable, so the click is stopped here.
        if (isDisabled) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {inside}
    </button>
  );
}

export function Button({ children, keys, ...rest }: ButtonProps) {
  return (
    <Pressable {...rest}>
      <span>{children}</span>
      {keys && <KeyHint keys={keys} />}
    </Pressable>
  );
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return <Pressable {...rest} label={label} className={['icon-only', className].filter(Boolean).join(' ')} />;
}
