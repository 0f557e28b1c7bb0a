/** The form of a schedule, also without JavaScript: then two empty rows are for what is new, and numbers give the order. */
import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useId, useState, type ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { StopAddress } from '~/domain/network/runs/choices.server';
import type { Schedule } from '~/domain/network/runs/schema';
import { errorsUnder, typedBox, typedText, useSent } from '~/forms/typed';
import { formRefusal, type Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Box, Checkbox, Errors, InputField, SelectField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import {
  cornersText,
  EVERY_DAY,
  stopRows,
  timeRows,
  WEEK,
  zipsText,
  type StopRow,
  type TimeRow,
} from '~/components/runs/schedule-texts';
import { useAccountNames } from '~/components/accounts/use-account-names';
import { weekPath } from '~/components/runs/runs-links';
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
const EMPTY_STOP: StopRow = {
  accountId: null,
  account: '',
  addressId: '',
  visit: 'when-needed',
  weekdays: EVERY_DAY,
  from: '',
  to: '',
  minutes: '',
};
/** Rows for what is new. */
const SPARE = 2;

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
              Which tasks join by themselves
            </h2>
            <p>The first that fits: ship-via code, standing stop, zone, the dealership’s default.</p>
            <RuleFields
              schedule={schedule}
              sent={sent}
              errors={errors}
              dealership={schedule?.dealership ?? dealerships[0] ?? ''}
            />
            <Box
              name="isDefault"
              label="Default of the dealership: takes its tasks that fit nothing else"
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
          ['computed', 'Computed at the cut-off'],
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

/** The numbers of the rows of a refused form; with none, the stored rows and spare ones. */
const rowNumbers = (sent: SubmissionResult | undefined, kind: string, part: string, stored: number) => {
  const typed = Object.keys(sent?.initialValue ?? {}).flatMap((name) => {
    const number = name.slice(kind.length, -part.length - 1);
    return /^\d{1,3}$/.test(number) && name === `${kind}${number}_${part}` ? number : [];
  });
  const count = typed.length > 0 ? Math.max(...typed.map(Number)) + 1 : stored + SPARE;
  return Array.from({ length: count }, (_, index) => index);
};

type RowsProps<Row> = { rows: Row[]; sent: SubmissionResult | undefined; errors: string[] };

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

type StopsProps = RowsProps<StopRow> & Pick<Props, 'addresses'>;

function Stops({ rows, addresses, sent, errors }: StopsProps) {
  // The addresses of another account are not known before it is saved.
  const [changed, setChanged] = useState<number[]>([]);
  const [order, setOrder] = useState(() => rowNumbers(sent, 's', 'account', rows.length));
  const listId = useId();
  const hydrated = useHydrated();
  const swap = (index: number, other: number) => {
    const moved = [...order];
    [moved[index], moved[other]] = [order[other] ?? 0, order[index] ?? 0];
    setOrder(moved);
  };
  const suggestions = useAccountNames();
  return (
    <fieldset className={css.rows}>
      <legend className={css.legend}>Standing stops</legend>
      <p>Accounts that this run visits. An empty account removes its row.</p>
      <Errors errors={errors} />
      <datalist id={listId}>
        {suggestions.names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {order.map((number, index) => {
        const row = rows[number] ?? EMPTY_STOP;
        const name = (part: string) => `s${String(number)}_${part}`;
        const place = String(index + 1);
        return (
          <div key={number} className={css.row} role="group" aria-label={`Stop ${place}`}>
            {hydrated ? (
              <span className={css.place}>
                {place}
                <input type="hidden" name={name('place')} value={place} />
              </span>
            ) : (
              <InputField
                name={name('place')}
                label="Place"
                type="number"
                min={1}
                max={999}
                defaultValue={typedText(sent, name('place'), place)}
              />
            )}
            <div className={css.account}>
              <InputField
                name={name('account')}
                label="Account"
                list={listId}
                autoComplete="off"
                maxLength={220}
                defaultValue={typedText(sent, name('account'), row.account)}
                onInput={({ currentTarget: { value } }) => {
                  suggestions.type(value);
                  const others = changed.filter((each) => each !== number);
                  setChanged(value === row.account ? others : [...others, number]);
                }}
              />
            </div>
            {!changed.includes(number) && (
              <StopAddressField
                name={name('address')}
                stored={typedText(sent, name('address'), row.addressId)}
                addresses={addresses.filter(({ accountId }) => accountId === row.accountId)}
              />
            )}
            <SelectField
              name={name('visit')}
              label="Visit"
              defaultValue={typedText(sent, name('visit'), row.visit)}
              options={[
                ['when-needed', 'when there is something'],
                ['always', 'always'],
              ]}
            />
            <div className={css.clock}>
              <Text sent={sent} name={name('from')} label="From" stored={row.from} />
            </div>
            <div className={css.clock}>
              <Text sent={sent} name={name('to')} label="To" stored={row.to} />
            </div>
            <div className={css.clock}>
              <InputField
                name={name('minutes')}
                label="Minutes there"
                type="number"
                min={0}
                max={240}
                defaultValue={typedText(sent, name('minutes'), row.minutes)}
              />
            </div>
            <Weekdays sent={sent} name={name} stored={row.weekdays} />
            {hydrated && (
              <Inline>
                <Button
                  type="button"
                  size="form"
                  disabled={index === 0}
                  onClick={() => {
                    swap(index, index - 1);
                  }}
                  aria-label={`Move stop ${place} up`}
                >
                  Up
                </Button>
                <Button
                  type="button"
                  size="form"
                  disabled={index === order.length - 1}
                  onClick={() => {
                    swap(index, index + 1);
                  }}
                  aria-label={`Move stop ${place} down`}
                >
                  Down
                </Button>
              </Inline>
            )}
          </div>
        );
      })}
      <More
        label="Add Stop"
        onPress={() => {
          setOrder([...order, order.length]);
        }}
      />
    </fieldset>
  );
}

type AddressProps = { name: string; stored: string; addresses: StopAddress[] };

/** Is shown for an account with several addresses. */
const StopAddressField = ({ name, stored, addresses }: AddressProps) =>
  addresses.length > 0 && (
    <div className={css.account}>
      <SelectField
        name={name}
        label="Address"
        defaultValue={stored}
        none="Its default address"
        options={addresses.map(({ id, label }) => [id, label])}
      />
    </div>
  );

/** Without JavaScript, more rows come with each save. */
function More({ label, onPress }: { label: string; onPress: () => void }) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  return (
    <div>
      <Button type="button" size="form" onClick={onPress}>
        {label}
      </Button>
    </div>
  );
}

type TextProps = {
  sent: SubmissionResult | undefined;
  name: string;
  label: string;
  stored: string;
  hint?: string;
};

const Text = ({ sent, name, label, stored, hint }: TextProps) => (
  <InputField
    name={name}
    label={label}
    placeholder={hint}
    autoComplete="off"
    maxLength={10}
    defaultValue={typedText(sent, name, stored)}
  />
);

type WeekdaysProps = { sent: SubmissionResult | undefined; name: (part: string) => string; stored: number[] };

function Weekdays({ sent, name, stored }: WeekdaysProps) {
  return (
    <fieldset className={css.days} aria-label="Weekdays">
      {WEEK.map((label, index) => {
        const field = name(`d${String(index + 1)}`);
        return (
          <Checkbox
            key={label}
            name={field}
            value="on"
            label={label}
            defaultChecked={typedBox(sent, field, stored.includes(index + 1))}
          />
        );
      })}
    </fieldset>
  );
}
