import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import type { ReactNode } from 'react';
import {
  ACCESS_DENIED,
  deniedRole,
  OtherRolesOnly,
  SIGNED_OUT,
  signedOut,
  SignInAgain,
} from '~/forms/no-access';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { TryAgain, useFailure } from '~/ui/failure';
import { Inline, Stack } from '~/ui/layout';
import { end } from '~/ui/layout.css';
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

const NOT_FOUND = { title: 'Not found', text: 'This page doesn’t exist.' };

/** Replaces a dialog that can't be shown. The page behind it stays as it is. */
export function DialogTrouble({ gone = NOT_FOUND, failed, closeTo: page, children }: Props) {
  const error = useRouteError();
  const isGone = isRouteErrorResponse(error) && error.status === 404;
  const role = deniedRole(error);
  const ended = signedOut(error);
  const failure = useFailure(error, {
    title: 'Something went wrong',
    text: 'This could not be shown. Everything you saved is safe.',
  });
  const { title, text } = isGone ? gone : failure;
  const board = useViewLink()('/dispatcher');
  const closeTo = page ?? board;
  return (
    <RouteDialog title={role ? ACCESS_DENIED : ended ? SIGNED_OUT : title} closeTo={closeTo} size="small">
      <Stack gap={4}>
        {role && <OtherRolesOnly role={role} />}
        {ended && <SignInAgain ended={ended} />}
        {!role && !ended && !isGone && failed && <strong>{failed}</strong>}
        {!role && !ended && <p>{text}</p>}
        {!role && !ended && !isGone && <TryAgain />}
        {!ended && (
          <Inline className={end}>
            <LinkButton to={closeTo} preventScrollReset>
              Close
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
