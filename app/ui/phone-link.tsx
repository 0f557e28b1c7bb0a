import type { ReactNode } from 'react';

type Props = { phone: string; className?: string; children?: ReactNode };

/** A number to tap. An extension is dialled after a pause. */
export function PhoneLink({ phone, className, children = phone }: Props) {
  const [number = '', extension] = phone.split(/[,;#]|ext\.?|x/i).map((part) => part.replace(/[^\d+]/g, ''));
  return (
    <a href={`tel:${number}${extension ? `,${extension}` : ''}`} className={className}>
      {children}
    </a>
  );
}
