/** Asks what a text means that no document has had by which the layout was taught. */
import { Form } from '@remix-run/react';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';

const ANSWERS = [
  ['nothing', 'Nothing'],
  ['void', 'Voids the Order'],
  ['return', 'A Return'],
  ['copy', 'A Copy'],
  ['ignore', 'No Order'],
] as const;

export function NewText({ text }: { text: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="text" />
      <Stack gap={2}>
        <p id="means">{`What does “${text}” mean? The answer is remembered for this layout.`}</p>
        <div role="group" aria-labelledby="means">
          <Inline>
            {ANSWERS.map(([means, label]) => (
              <Button key={means} size="form" name="means" value={means}>
                {label}
              </Button>
            ))}
          </Inline>
        </div>
      </Stack>
    </Form>
  );
}
