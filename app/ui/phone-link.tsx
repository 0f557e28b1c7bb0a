import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'a'>, 'href'> & { phone: string };

/** A phone number that can be tapped. An extension is dialed after a pause. */
export function PhoneLink({ phone, children = phone, ...rest }: Props) {
  const [number = '', extension] = phone.split(/[,;#]|ext\.?|x/i).map((part) => part.replace(/[^\d+]/g, ''));
  return (
    <a href={`tel:${number}${extension ? `,${extension}` : ''}`} {...rest}>
      {children}
    </a>
  );
}
