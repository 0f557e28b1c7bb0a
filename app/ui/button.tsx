import { Link, type LinkProps } from '@remix-run/react';
import type { ButtonHTMLAttributes } from 'react';
import * as css from './button.css';

type Look = {
  variant?: keyof typeof css.variant;
  /** `thumb` is for drivers: 48 px high. */
  size?: keyof typeof css.size;
  /** As wide as its place. */
  wide?: boolean;
};

const look = ({ variant = 'secondary', size = 'dense', wide }: Look) => ({
  className: `${css.variant[variant]} ${css.size[size]}`,
  'data-wide': wide ? '' : undefined,
});

type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
    /** The text while its form is under way; the button is disabled then. */
    pending?: string | false | undefined;
  };

export function Button({
  variant,
  size,
  wide,
  pending,
  disabled,
  children,
  type = 'submit',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={Boolean(disabled) || Boolean(pending)}
      {...look({ variant, size, wide })}
    >
      {pending || children}
    </button>
  );
}

export function LinkButton({ variant, size, wide, ...rest }: Look & Omit<LinkProps, 'className'>) {
  return <Link {...rest} {...look({ variant, size, wide })} />;
}
