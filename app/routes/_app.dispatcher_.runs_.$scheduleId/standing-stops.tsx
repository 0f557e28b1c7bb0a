/** The standing stops of a schedule in their order. */
import { createRef, Suspense, useCallback, useId, useRef, useState, type RefObject } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useAccountNames } from '~/components/accounts/use-account-names';
import type { Starts } from '~/components/stop-order/drag-area';
import { handle, item } from '~/components/stop-order/drag-area.css';
import type { DragRowsProps } from '~/components/stop-order/drag-rows';
import { EVERY_DAY, type StopRow } from '~/components/runs/schedule-texts';
import type { StopAddress } from '~/domain/network/runs/choices.server';
import { typedText } from '~/forms/typed';
import { Button } from '~/ui/button';
import { Errors, InputField, SelectField } from '~/ui/field';
import { lazyOr, Nothing } from '~/ui/lazy-or';
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
// If dragging can't be loaded, the buttons still work.
const DragRows = lazyOr<DragRowsProps>(() => import('~/components/stop-order/drag-rows'), Nothing);

type StopsProps = RowsProps<StopRow> & { addresses: StopAddress[] };

export function Stops({ rows, addresses, sent, errors }: StopsProps) {
  // The addresses of another account are not known before it is saved.
  const [changed, setChanged] = useState<number[]>([]);
  const [order, setOrder] = useState(() => rowNumbers(sent, 's', 'account', rows.length));
  const listId = useId();
  const hydrated = useHydrated();
  const move = (from: number, to: number) => {
    const moved = order.filter((_, index) => index !== from);
    moved.splice(to, 0, order[from] ?? 0);
    setOrder(moved);
  };
  const drag = useHandles();
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
          <div
            key={number}
            ref={drag.elementOf(number)}
            className={`${css.row} ${item.touch}`}
            role="group"
            aria-label={`Stop ${place}`}
          >
            {hydrated ? (
              <span className={css.place}>
                {drag.isReady && <Handle id={idOf(number)} name={`stop ${place}`} starts={drag.starts} />}
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
                    move(index, index - 1);
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
                    move(index, index + 1);
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
      {hydrated && (
        <Suspense>
          <DragRows
            rows={order.map((number, index) => ({
              id: idOf(number),
              name: `Stop ${String(index + 1)}`,
              element: drag.elementOf(number),
            }))}
            starts={drag.starts}
            onOrder={move}
            onReady={drag.ready}
          />
        </Suspense>
      )}
      <More
        label="Add Stop"
        onPress={() => {
          setOrder([...order, order.length]);
        }}
      />
    </fieldset>
  );
}

const idOf = (number: number) => `stop-${String(number)}`;

/** The elements of the rows by their numbers, and the listeners of their handles, which come with the code that drags. */
function useHandles() {
  const [isReady, setReady] = useState(false);
  const [starts] = useState<Starts>(() => new Map());
  const elements = useRef(new Map<number, RefObject<HTMLDivElement>>());
  const elementOf = (number: number) => {
    const known = elements.current.get(number) ?? createRef<HTMLDivElement>();
    elements.current.set(number, known);
    return known;
  };
  const ready = useCallback(() => {
    setReady(true);
  }, []);
  return { isReady, ready, starts, elementOf };
}

const Handle = ({ id, name, starts }: { id: string; name: string; starts: Starts }) => (
  <button
    type="button"
    data-drag={id}
    className={handle.touch}
    aria-roledescription="sortable"
    aria-describedby="drag-help"
    aria-label={`Drag: ${name}`}
    onPointerDown={(event) => {
      starts.get(id)?.onPointerDown?.(event);
    }}
    onKeyDown={(event) => {
      starts.get(id)?.onKeyDown?.(event);
    }}
  />
);

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
