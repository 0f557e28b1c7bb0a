import { Form, useNavigation } from '@remix-run/react';
import type { Offer } from '~/modules/move-in/schema';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';

const LACKING: Record<Offer['about'], string> = {
  numbers: 'have no invoice or part number, which every task needs',
  names: 'have no location name, which every task needs',
};
const CHOICES: Record<Offer['choices'][number], string> = {
  order: 'Use the Order Number',
  line: 'Use the Line of the File',
  address: 'Use the Address',
};

/** What can stand for values that the first rows do not have. */
export function Offers({ offers, looked }: { offers: Offer[]; looked: number }) {
  const form = useNavigation().formData;
  return offers.map(({ about, rows, choices }) => (
    <Banner key={about}>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="chooseColumns" />
        <Stack gap={2}>
          <p>
            {rows.toLocaleString('en-US')} of the first {looked.toLocaleString('en-US')} rows {LACKING[about]}
            . Choose its column below, or what counts instead.
          </p>
          <Inline>
            {choices.map((choice) => (
              <Button
                key={choice}
                size="form"
                name={about}
                value={choice}
                pending={form?.get(about) === choice && 'Saving...'}
              >
                {CHOICES[choice]}
              </Button>
            ))}
          </Inline>
        </Stack>
      </Form>
    </Banner>
  ));
}
