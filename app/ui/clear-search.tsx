import { LinkButton } from './button';
import { say } from './early-input';
import { frame } from '~/words/en/frame';

type Props = {
  to: string;
  /** The id of the search box. It is cleared and gets the focus, which would be lost with this button. */
  searchId: string;
};

export function ClearSearch({ to, searchId }: Props) {
  return (
    <LinkButton
      to={to}
      preventScrollReset
      onClick={() => {
        const search = document.getElementById(searchId);
        if (!(search instanceof HTMLInputElement)) return;
        search.focus();
        say(search, '');
      }}
    >
      {frame.clearSearch}
    </LinkButton>
  );
}
