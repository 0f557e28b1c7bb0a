/** The deliveries to an account on one day, to print: with signatures and photos. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { DaySheet, dayTitle } from '~/components/proof/day-sheet';
import { accountDay } from '~/domain/customers/links/shop.server';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Button, LinkButton } from '~/ui/button';
import { InputField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { noPrint } from '~/ui/print.css';
import { PrintButton } from '~/ui/print-button';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? dayTitle(data.day) : 'Deliveries'} · Parts Dispatch` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readArchive');
  const accountId = pathIdOr404(params.accountId);
  const date = new URL(request.url).searchParams.get('date') ?? businessToday();
  return { date, day: await load(() => accountDay(actor, accountId, date)) };
}

export default function DayOnPaper() {
  const { date, day } = useLoaderData<typeof loader>();
  return (
    <Stack gap={4}>
      <div className={noPrint}>
        <Form key={date}>
          <Inline>
            <InputField label="Day" name="date" type="date" defaultValue={date} />
            <Button>Show</Button>
            <PrintButton />
            <LinkButton to="/accounts">Accounts</LinkButton>
          </Inline>
        </Form>
      </div>
      <DaySheet day={day} />
    </Stack>
  );
}
