import type { SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { DOUBTFUL } from '~/domain/accounts/address';
import type { DealershipLocation } from '~/domain/dealerships/schema';
import { typedText } from '~/forms/typed';
import { Button, LinkButton } from '~/ui/button';
import { Errors, Input } from '~/ui/field';
import * as table from '~/ui/table.css';
import * as css from './locations.css';

const ON_THE_MAP = {
  exact: null,
  manual: null,
  approximate: 'Approximate on the map (ZIP)',
  doubtful: DOUBTFUL,
};

export function LocationRow({ location }: { location: DealershipLocation }) {
  const { name, fullname, address, city, state, zipCode, latitude, geoPrecision } = location;
  const place = latitude === null ? 'Not on the map yet' : geoPrecision && ON_THE_MAP[geoPrecision];
  return (
    <tr>
      <td data-label="Dealership">{name}</td>
      <td data-label="Display Name">{orNotSet(fullname)}</td>
      <td data-label="Address">
        {orNotSet(address)}
        {address && place && <div className={table.note}>{place}</div>}
      </td>
      <td data-label="City">{orNotSet(city)}</td>
      <td data-label="State">{orNotSet(state)}</td>
      <td data-label="ZIP">{orNotSet(zipCode)}</td>
      <td data-label="Actions">
        <Link
          to={`/settings/dealerships?edit=${encodeURIComponent(name)}`}
          className={table.rowLink}
          preventScrollReset
          aria-label={`Edit ${name}`}
        >
          Edit
        </Link>
      </td>
    </tr>
  );
}

const orNotSet = (value: string) => value || <span className={table.former}>Not set</span>;

const FIELDS = [
  { name: 'fullname', label: 'Display Name', maxLength: 200, hint: undefined },
  { name: 'address', label: 'Address', maxLength: 500, hint: undefined },
  { name: 'city', label: 'City', maxLength: 200, hint: undefined },
  { name: 'state', label: 'State', maxLength: 2, hint: '2 characters' },
  { name: 'zipCode', label: 'ZIP', maxLength: 20, hint: undefined },
] as const;

const FORM = 'location';

type Props = { location: DealershipLocation; lastResult: SubmissionResult | undefined };

/** A row whose cells are a form: it stands in the last one, and the others belong to it by its name. */
export function LocationEditor({ location, lastResult }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'saveLocation';
  const { name: dealership } = location;
  return (
    <tr className={css.editor}>
      <td data-label="Dealership">
        <span className={css.name}>{dealership}</span>
      </td>
      {FIELDS.map(({ name, label, hint, maxLength }, index) => {
        const errors = lastResult?.error?.[name] ?? undefined;
        const about = [hint && `${name}-hint`, errors && `${name}-error`].filter(Boolean).join(' ');
        return (
          <td key={name} data-label={label} className={css.cell[name]}>
            <Input
              form={FORM}
              name={name}
              aria-label={`${label} of ${dealership}`}
              aria-invalid={errors ? true : undefined}
              aria-describedby={about || undefined}
              maxLength={maxLength}
              autoComplete="off"
              defaultValue={typedText(lastResult, name, location[name])}
              data-autofocus={index === 0 ? '' : undefined}
            />
            {hint && (
              <div id={`${name}-hint`} className={css.hint}>
                {hint}
              </div>
            )}
            <Errors id={`${name}-error`} errors={errors} />
          </td>
        );
      })}
      <td data-label="Actions">
        <Form id={FORM} method="post" preventScrollReset className={css.buttons}>
          <input type="hidden" name="name" value={dealership} />
          <Button
            variant="primary"
            size="form"
            name="intent"
            value="saveLocation"
            pending={pending && 'Saving...'}
          >
            Save
          </Button>
          <LinkButton size="form" to="/settings/dealerships" preventScrollReset>
            Cancel
          </LinkButton>
        </Form>
      </td>
    </tr>
  );
}
