import type { ComponentProps } from 'react';
import { Button, LinkButton } from './button';
import { Inline } from './layout';

type Props = ComponentProps<typeof Button> & {
  /** Where Cancel leads. */
  cancelTo: string;
  cancel?: string | undefined;
  onCancel?: () => void;
};

/** How a dialog's form ends: away from it, or by the one thing that it is for. */
export function CancelOr({ cancelTo, cancel = 'Cancel', onCancel, size, ...press }: Props) {
  return (
    <Inline>
      <LinkButton size={size} to={cancelTo} preventScrollReset onClick={onCancel}>
        {cancel}
      </LinkButton>
      {press.children && <Button size={size} name="intent" {...press} />}
    </Inline>
  );
}
