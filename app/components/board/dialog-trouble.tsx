import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import type { ReactNode } from 'react';
import { deniedRole, OtherRolesOnly, signedOut, SignInAgain } from '~/forms/no-access';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { TryAgain, useFailure } from '~/ui/failure';
import { Inline, Stack } from '~/ui/layout';
import { end } from '~/ui/layout.css';
import { frame } from '~/words/en/frame';
import { useViewLink } from './board-links';

type Props = {
  /** Shown when the subject of the dialog no longer exists. */
  gone?: { title: string; text: string };
  /** The action that failed, in a few words. */
  failed?: string;
  /** The path of the page behind it, unless that is the board. */
  closeTo?: string;
  /** Further buttons, beside Close. */
  children?: ReactNode;
};

/** Replaces a dialog that can't be shown. The page behind it stays as it is. */
export function DialogTrouble({ gone, failed, closeTo: page, children }: Props) {
  const error = useRouteError();
  const isGone = isRouteErrorResponse(error) && error.status === 404;
  const role = deniedRole(error);
  const ended = signedOut(error);
  const failure = useFailure(error, {
    title: frame.wrong,
    text: frame.partNotShown,
  });
  const { title, text } = isGone ? (gone ?? { title: frame.notFound, text: frame.noPage }) : failure;
  const board = useViewLink()('/dispatcher');
  const closeTo = page ?? board;
  return (
    <RouteDialog
      title={role ? frame.denied : ended ? frame.sessionEnded : title}
      closeTo={closeTo}
      size="small"
    >
      <Stack gap={4}>
        {role && <OtherRolesOnly role={role} />}
        {ended && <SignInAgain ended={ended} />}
        {!role && !ended && !isGone && failed && <strong>{failed}</strong>}
        {!role && !ended && <p>{text}</p>}
        {!role && !ended && !isGone && <TryAgain />}
        {!ended && (
          <Inline className={end}>
            <LinkButton to={closeTo} preventScrollReset>
              {frame.close}
            </LinkButton>
            {isGone && children}
          </Inline>
        )}
      </Stack>
    </RouteDialog>
  );
}

const GONE = {
  title: 'Task not found',
  text: 'This task was deleted. The person who deleted it can undo that for one minute.',
};

/** Replaces a dialog about a task that can't be shown. In most cases someone has deleted the task. */
export const TaskTrouble = ({ children }: { children?: ReactNode }) => (
  <DialogTrouble gone={GONE}>{children}</DialogTrouble>
);
