/** The corners of a zone: typed, or drawn on a map, whose code is loaded when somebody asks for it. */
import { Suspense, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { ZoneMapProps } from '~/components/runs/zone-map.client';
import { Button } from '~/ui/button';
import { Field, Textarea } from '~/ui/field';
import { lazyOr } from '~/ui/lazy-or';
import { Stack } from '~/ui/layout';

const ZoneMap = lazyOr<ZoneMapProps>(
  () => import('~/components/runs/zone-map.client'),
  () => <p role="status">The map could not be loaded. The corners can be typed.</p>,
);

type Props = { typed: string; errors: string[]; dealership: string };

export function ZoneField({ typed, errors, dealership }: Props) {
  const [text, setText] = useState(typed);
  const [isDrawing, setDrawing] = useState(false);
  const hydrated = useHydrated();
  return (
    <Stack gap={2}>
      <Field
        name="corners"
        label="Or draw a zone"
        hint="Latitude and longitude of each corner on a line, like 39.0997, -94.5786"
        errors={errors}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={10_000}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
            }}
          />
        )}
      </Field>
      {hydrated && !isDrawing && (
        <div>
          <Button
            type="button"
            size="form"
            onClick={() => {
              setDrawing(true);
            }}
          >
            Draw on the Map
          </Button>
        </div>
      )}
      {isDrawing && (
        <Suspense fallback={null}>
          <ZoneMap text={text} onText={setText} dealership={dealership} />
        </Suspense>
      )}
    </Stack>
  );
}
