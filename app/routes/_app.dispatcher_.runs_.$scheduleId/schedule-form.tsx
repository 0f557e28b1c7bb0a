/** The form of a schedule, also without JavaScript: then two empty rows are for what is new, and numbers give the order. */
import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useState, type ReactNode } from 'react';
import type { StopAddress } from '~/domain/network/runs/choices.server';
import type { Schedule } from '~/domain/network/runs/schema';
import { errorsUnder, typedBox, typedText, useSent } from '~/forms/typed';
import { formRefusal, type Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Box, Errors, InputField, SelectField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { cornersText, stopRows, timeRows, zipsText, type TimeRow } from '~/components/runs/schedule-texts';
import { weekPath } from '~/components/runs/runs-links';
import { More, rowNumbers, type RowsProps, Text, Weekdays } from './row-fields';
import { Stops } from './standing-stops';
import { ZoneField } from './zone-field';
import * as css from './schedule-form.css';

type Props = {
  schedule: Schedule | null;
  dealerships: string[];
  drivers: { id: number; name: string }[];
  addresses: StopAddress[];
  formKey: string;
  answer: Answered | undefined;
  /** The number of today's runs that have not left; undefined for a new schedule. */
  openToday: number | undefined;
  beside?: ReactNode;
};

const INTENT = 'saveSchedule';
const EMPTY_TIME: TimeRow = { departs: '', cutoff: '', before: '0', weekdays: [1, 2, 3, 4, 5] };
export function ScheduleForm(props: Props) {
  const { schedule, dealerships, drivers, addresses, formKey, answer, openToday, beside } = props;
  const sent = useSent(answer, INTENT);
  const isPending = useNavigation().formData?.get('intent') === INTENT;
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  useFailureToast(answer?.problem ?? null);
  const refusal = formRefusal(answer);
  return (
    <Form method="post" preventScrollReset>
      <Stack gap={4}>
        {refusal && <Banner tone="error">{refusal}</Banner>}
        <input type="hidden" name="_key" value={formKey} />
        {schedule && (
          <input type="hidden" name="version" value={typedText(sent, 'version', String(schedule.version))} />
        )}
        <TopFields
          schedule={schedule}
          dealerships={dealerships}
          drivers={drivers}
          sent={sent}
          errors={errors}
        />
        <Departures
          rows={timeRows(schedule?.times ?? [])}
          sent={sent}
          errors={errorsUnder(errors, 'times')}
        />
        <Stops
          rows={stopRows(schedule?.stops ?? [])}
          addresses={addresses}
          sent={sent}
          errors={errorsUnder(errors, 'stops')}
        />
        <section aria-labelledby="run-rules">
          <Stack gap={3}>
            <h2 id="run-rules" className={css.legend}>
              Which tasks join automatically
            </h2>
            <p>First match wins: ship-via code, standing stop, zone, the dealership’s default.</p>
            <RuleFields
              schedule={schedule}
              sent={sent}
              errors={errors}
              dealership={schedule?.dealership ?? dealerships[0] ?? ''}
            />
            <Box
              name="isDefault"
              label="Default run: takes tasks that match nothing else"
              defaultChecked={typedBox(sent, 'isDefault', schedule?.isDefault ?? false)}
            />
            <Errors errors={errorsUnder(errors, 'isDefault')} />
          </Stack>
        </section>
        {openToday !== undefined && (
          <Box
            name="alsoMade"
            label={alsoLabel(openToday)}
            defaultChecked={typedBox(sent, 'alsoMade', false)}
          />
        )}
        <Inline>
          <LinkButton size="form" to={weekPath()}>
            Cancel
          </LinkButton>
          <Button
            size="form"
            variant="primary"
            name="intent"
            value={INTENT}
            pending={isPending && 'Saving...'}
          >
            Save
          </Button>
          {beside}
        </Inline>
      </Stack>
    </Form>
  );
}

function alsoLabel(openToday: number): string {
  if (openToday === 0) return 'Also the runs of the next eight days';
  return `Also today’s ${openToday === 1 ? 'run' : `${String(openToday)} runs`} and those of the next eight days`;
}

type FieldsProps = Pick<Props, 'schedule' | 'dealerships' | 'drivers'> & {
  sent: SubmissionResult | undefined;
  errors: Record<string, string[] | null>;
};

function TopFields({ schedule, dealerships, drivers, sent, errors }: FieldsProps) {
  const text = (name: string, label: string, stored: string | null | undefined) => ({
    name,
    label,
    errors: errorsUnder(errors, name),
    defaultValue: typedText(sent, name, stored ?? ''),
    autoComplete: 'off',
  });
  return (
    <div className={css.pair}>
      <InputField {...text('name', 'Name', schedule?.name)} required maxLength={60} />
      <SelectField
        {...text('dealership', 'Dealership', schedule?.dealership ?? dealerships[0])}
        options={dealerships.map((name) => [name, name])}
      />
      <SelectField
        {...text('driverId', 'Driver', schedule?.driverId ? String(schedule.driverId) : '')}
        none="Nobody yet"
        options={drivers.map(({ id, name }) => [id, name])}
      />
      <InputField {...text('vehicle', 'Vehicle', schedule?.vehicle)} maxLength={60} />
      <InputField {...text('validFrom', 'First day', schedule?.validFrom)} type="date" />
      <InputField {...text('validTo', 'Last day', schedule?.validTo)} type="date" />
      <SelectField
        {...text('orderKind', 'Order of the stops', schedule?.orderKind ?? 'computed')}
        options={[
          ['computed', 'Optimized at cut-off'],
          ['fixed', 'Standing stops in their order, then the rest'],
        ]}
      />
    </div>
  );
}

type RuleProps = Pick<FieldsProps, 'schedule' | 'sent' | 'errors'> & { dealership: string };

function RuleFields({ schedule, sent, errors, dealership }: RuleProps) {
  const zone = schedule?.zone ?? null;
  return (
    <div className={css.pair}>
      <InputField
        name="codes"
        label="Ship-via codes"
        hint="For example NORTH, UPS"
        errors={[...errorsUnder(errors, 'codes'), ...errorsUnder(errors, 'shipVia')]}
        defaultValue={typedText(sent, 'codes', schedule?.shipVia.join(', '))}
        maxLength={1_000}
      />
      <InputField
        name="zips"
        label="Zone: ZIP codes"
        hint="Separated by spaces"
        errors={errorsUnder(errors, 'zips')}
        defaultValue={typedText(sent, 'zips', zipsText(zone))}
        maxLength={3_000}
      />
      <div className={css.whole}>
        <ZoneField
          typed={typedText(sent, 'corners', cornersText(zone))}
          errors={[...errorsUnder(errors, 'corners'), ...errorsUnder(errors, 'zone')]}
          dealership={dealership}
        />
      </div>
    </div>
  );
}

function Departures({ rows, sent, errors }: RowsProps<TimeRow>) {
  const [numbers, setNumbers] = useState(() => rowNumbers(sent, 't', 'departs', rows.length));
  return (
    <fieldset className={css.rows}>
      <legend className={css.legend}>Departures</legend>
      <Errors errors={errors} />
      {numbers.map((number) => {
        const row = rows[number] ?? EMPTY_TIME;
        const name = (part: string) => `t${String(number)}_${part}`;
        return (
          <div key={number} className={css.row} role="group" aria-label={`Departure ${String(number + 1)}`}>
            <div className={css.clock}>
              <Text sent={sent} name={name('departs')} label="Departs" stored={row.departs} hint="10:30 AM" />
            </div>
            <div className={css.clock}>
              <Text sent={sent} name={name('cutoff')} label="Cut-off" stored={row.cutoff} hint="10:10 AM" />
            </div>
            <SelectField
              name={name('before')}
              label="On"
              defaultValue={typedText(sent, name('before'), row.before)}
              options={[
                ['0', 'the same day'],
                ['1', 'the working day before'],
                ['2', '2 working days before'],
                ['3', '3 working days before'],
              ]}
            />
            <Weekdays sent={sent} name={name} stored={row.weekdays} />
          </div>
        );
      })}
      <More
        label="Add Departure"
        onPress={() => {
          setNumbers([...numbers, numbers.length]);
        }}
      />
    </fieldset>
  );
}
