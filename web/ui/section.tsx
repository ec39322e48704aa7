import { useId, type HTMLAttributes, type ReactNode } from 'react';

interface SectionProps extends HTMLAttributes<HTMLElement> {
  title: string;
  /** At the end of the heading line. */
  end?: ReactNode;
}

/** A part of a page under its own heading. */
export function Section({ title, end, className = '', children, ...rest }: SectionProps) {
  const id = useId();
  return (
    <section className={`section ${className}`} aria-labelledby={id} {...rest}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {end && <span className="ms-auto">{end}</span>}
      </div>
      {children}
    </section>
  );
}
