import { Link, type LinkProps } from '@remix-run/react';
import type { ButtonHTMLAttributes, ComponentProps, MouseEvent } from 'react';
import * as css from './button.css';
import { VisuallyHidden } from './layout';

type Look = {
  variant?: keyof typeof css.variant;
  /** `touch` is the size for drivers, 48 px high. */
  size?: keyof typeof css.size;
  /** Fills the width of its container. */
  wide?: boolean;
};

/** The look of a button, for an element that is neither a button nor a link of ours. */
export const buttonLook = ({ variant = 'secondary', size = 'dense', wide }: Look) => ({
  className: `${css.variant[variant]} ${css.size[size]}`,
  'data-wide': wide ? '' : undefined,
});

type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
    /** The text while its form is sent. The button is not `disabled` then, because it would lose the focus. */
    pending?: string | false | undefined;
    /**
     * The reason why it can't be pressed now. The button is not `disabled` then, so that the reason can be reached by
     * keyboard.
     */
    unavailable?: string | false | undefined;
  };

export function Button({
  variant,
  size,
  wide,
  pending,
  unavailable,
  children,
  type = 'submit',
  ...rest
}: ButtonProps) {
  const whenUnavailable = (pending || unavailable) && {
    'aria-disabled': true,
    ...(unavailable && { title: unavailable }),
    onClick: (event: MouseEvent) => {
      event.preventDefault();
    },
  };
  return (
    <button {...rest} {...whenUnavailable} type={type} {...buttonLook({ variant, size, wide })}>
      {pending || children}
      {unavailable && <VisuallyHidden> ({unavailable})</VisuallyHidden>}
    </button>
  );
}

export function LinkButton({ variant, size, wide, ...rest }: Look & Omit<LinkProps, 'className'>) {
  return <Link {...rest} {...buttonLook({ variant, size, wide })} />;
}

type PhoneProps = Omit<ComponentProps<'a'>, 'href'> & { phone: string };

/** A phone number that can be tapped. An extension is dialed after a pause. */
export function PhoneLink({ phone, children = phone, ...rest }: PhoneProps) {
  const [number = '', extension] = phone.split(/[,;#]|ext\.?|x/i).map((part) => part.replace(/[^\d+]/g, ''));
  return (
    <a href={`tel:${number}${extension ? `,${extension}` : ''}`} {...rest}>
      {children}
    </a>
  );
}
