/** Lists open tasks that still go to a former address of the account, and offers to change them. */
import { Form, useNavigation } from '@remix-run/react';
import type { Redirectable } from '~/domain/tasks/model/answers';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Inline } from '~/ui/layout';

export function RedirectOffers({ redirectable }: { redirectable: Redirectable[] }) {
  const pending = useNavigation().formData;
  return redirectable.map(({ from, addressId, to, taskIds, going }) => {
    const isPending = pending?.get('intent') === 'redirectTasks' && pending.get('from') === from;
    return (
      <Banner key={from} title={titleOf(taskIds.length)}>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="addressId" value={addressId} />
          <input type="hidden" name="from" value={from} />
          <Inline>
            <span>
              {from}, now {to}
              {going > 0 && `. Under way: ${String(going)}`}
            </span>
            <Button name="intent" value="redirectTasks" pending={isPending && 'Changing...'}>
              {taskIds.length === 1 ? 'Change It' : 'Change Them'}
            </Button>
          </Inline>
        </Form>
      </Banner>
    );
  });
}

const titleOf = (count: number) =>
  count === 1
    ? '1 open task still goes to the old address:'
    : `${String(count)} open tasks still go to the old address:`;
