/** A driver's trail on one day, for the office. The audit log records each view. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { DriverBadge } from '~/components/board/driver-badge';
import { TrailView } from '~/components/positions/trail';
import { drawTrail } from '~/domain/tracking/trail.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { dayWords } from '~/ui/days';
import { InputField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { filter } from '~/ui/table.css';

export const meta: MetaFunction = () => [{ title: 'Trail · Parts Dispatch' }];

const DAY = /^\d{4}-\d\d-\d\d$/;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readBoard');
  const userId = pathIdOr404(params.driverId);
  const dateParam = new URL(request.url).searchParams.get('date') ?? '';
  const date = DAY.test(dateParam) && !Number.isNaN(Date.parse(dateParam)) ? dateParam : undefined;
  return { userId, trail: await load(() => drawTrail(actor, userId, date)) };
}

export default function TrailPage() {
  const { userId, trail } = useLoaderData<typeof loader>();
  const { date, driver, mark } = trail;
  return (
    <Stack gap={4}>
      <Inline spread>
        <Inline>
          {mark && <DriverBadge {...mark} />}
          <h1>
            {driver}, {dayWords(date)}
          </h1>
        </Inline>
        <LinkButton size="form" to={`/dispatcher/drivers/${String(userId)}`}>
          Back to the list
        </LinkButton>
      </Inline>
      <Form method="get" key={date}>
        <div className={filter}>
          <InputField label="Day" name="date" id="trail-day" type="date" defaultValue={date} />
          <Button size="form">Show</Button>
        </div>
      </Form>
      <Card title="Trail" id="trail">
        <Stack gap={3}>
          <p>Recorded only while sharing was on. Viewing this is logged.</p>
          <TrailView trail={trail} />
        </Stack>
      </Card>
    </Stack>
  );
}
