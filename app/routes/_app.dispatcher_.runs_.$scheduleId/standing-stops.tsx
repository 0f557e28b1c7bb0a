/** The standing stops of a schedule in their order. */
import { useId, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useAccountNames } from '~/components/accounts/use-account-names';
import { EVERY_DAY, type StopRow } from '~/components/runs/schedule-texts';
import type { StopAddress } from '~/domain/network/runs/choices.server';
import { typedText } from '~/forms/typed';
import { Button } from '~/ui/button';
import { Errors, InputField, SelectField } from '~/ui/field';
import { Inline } from '~/ui/layout';
import { More, rowNumbers, type RowsProps, Text, Weekdays } from './row-fields';
import * as css from './schedule-form.css';

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
type StopsProps = RowsProps<StopRow> & { addresses: StopAddress[] };

export function Stops({ rows, addresses, sent, errors }: StopsProps) {
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
