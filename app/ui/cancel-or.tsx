import type { ComponentProps } from 'react';
import { Button, LinkButton } from './button';
import { Inline } from './layout';
import { end } from './layout.css';
import { frame } from '~/words/en/frame';

type Props = ComponentProps<typeof Button> & {
  /** The path that Cancel leads to. */
  cancelTo: string;
  cancel?: string | undefined;
  onCancel?: () => void;
};

/** The end of a dialog's form: a Cancel link, and at the right the button for the form's action. */
export function CancelOr({ cancelTo, cancel = frame.cancel, onCancel, size, ...press }: Props) {
  return (
    <Inline className={end}>
      <LinkButton size={size} to={cancelTo} preventScrollReset onClick={onCancel}>
        {cancel}
      </LinkButton>
      {press.children && <Button size={size} name="intent" {...press} />}
    </Inline>
  );
}
