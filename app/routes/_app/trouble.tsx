/** Shown instead of a failed page. */
import { isRouteErrorResponse, useLocation } from '@remix-run/react';
import { TASKS_NOT_READ } from '~/domain/tasks/model/task';
import {
  ACCESS_DENIED,
  deniedRole,
  OtherRolesOnly,
  SIGNED_OUT,
  signedOut,
  SignInAgain,
} from '~/forms/no-access';
import { Card } from '~/ui/card';
import { useFailure } from '~/ui/failure';
import { Stack } from '~/ui/layout';
import { TryAgain } from '~/ui/try-again';
import * as css from './frame.css';

/** Pages with lists of tasks, or dialogs over them. This component is shown when the page itself failed. */
const LISTS_OF_TASKS = /^\/(dispatcher|driver)(\/|$)/;
const ELSE = 'Something went wrong';

export function Trouble({ error }: { error: unknown }) {
  const role = deniedRole(error);
  const ended = signedOut(error);
  const failure = useFailure(error, {
    title: ELSE,
    text: 'This part of the page could not be shown. Everything you saved is safe.',
  });
  const { pathname } = useLocation();
  const isGone = isRouteErrorResponse(error) && error.status === 404;
  const ofTasks = !isGone && LISTS_OF_TASKS.test(pathname);
  return (
    <div className={css.trouble}>
      <Card title={role ? ACCESS_DENIED : ended ? SIGNED_OUT : failure.title} level={1}>
        <Stack gap={3}>
          {role && <OtherRolesOnly role={role} />}
          {ended && <SignInAgain ended={ended} />}
          {!role && !ended && (
            <>
              {ofTasks && <strong>{TASKS_NOT_READ}</strong>}
              <p>{failure.text}</p>
              <TryAgain />
            </>
          )}
        </Stack>
      </Card>
    </div>
  );
}

/** The title of the browser's tab. */
export function troubleTitle(error: unknown): string {
  if (deniedRole(error)) return ACCESS_DENIED;
  if (signedOut(error)) return SIGNED_OUT;
  return ELSE;
}
