import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react';
import type { SubmissionResult } from '@conform-to/react';
import { DOUBTFUL, ESTIMATED_NUMBER } from '~/domain/geography/address';
import {
  addDealership,
  changeDealership,
  listAllLocations,
  listDealerships,
  saveLocation,
} from '~/domain/network/dealerships/dealerships.server';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { OVER_CARDS } from '~/components/administration/over-cards';
import { useSent, typedText } from '~/forms/typed';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Errors, Input } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { Table } from '~/ui/table';
import type { DealershipLocation } from '~/domain/network/dealerships/schema';
import * as table from '~/ui/table.css';
import * as css from './locations.css';

export const meta: MetaFunction = () => [{ title: 'Dealership Location Management · Parts Dispatch' }];

export const handle = OVER_CARDS;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listAllLocations.spec.may);
  const [locations, dealerships] = await load(() =>
    Promise.all([listAllLocations({ actor }), listDealerships({ actor })]),
  );
  const { searchParams } = new URL(request.url);
  return {
    locations,
    retired: dealerships.filter(({ retiredAt }) => retiredAt).map(({ name }) => name),
    editing: searchParams.get('edit'),
    renaming: searchParams.get('rename'),
  };
}

const changed =
  (title: string) =>
  ({ name }: { name: string }) => ({
    redirectTo: '/settings/dealerships',
    toast: { title, description: name },
  });

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    addDealership: button(addDealership, changed('Dealership created')),
    renameDealership: button(changeDealership, changed('Dealership renamed')),
    retireDealership: button(changeDealership, changed('Dealership retired'), {
      compose: () => ({ retired: true }),
    }),
    restoreDealership: button(changeDealership, changed('Dealership restored'), {
      compose: () => ({ retired: false }),
    }),
    saveLocation: button(saveLocation, ({ latitude, geoPrecision }) => ({
      redirectTo: '/settings/dealerships',
      toast: {
        title: 'Location saved',
        description: latitude === null ? undefined : FOUND[geoPrecision ?? 'exact'],
      },
    })),
  });

const FOUND = {
  exact: 'The map and routes start there.',
  manual: 'The map and routes start there.',
  interpolated: `${ESTIMATED_NUMBER}.`,
  street: 'Its location on the map is approximate (street).',
  approximate: 'Its location on the map is approximate (ZIP).',
  doubtful: DOUBTFUL,
};

const FAILURES: Record<string, string> = {
  addDealership: 'Failed to create the dealership.',
  renameDealership: 'Failed to rename the dealership.',
  retireDealership: 'Failed to retire the dealership.',
  restoreDealership: 'Failed to restore the dealership.',
};

export const clientAction = keepDialogOnNetworkError('Failed to save dealership location');

export default function DealershipLocations() {
  const { locations, retired, editing, renaming } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  useFailureToast(answer?.problem ?? null);
  const added = useSent(answer, 'addDealership');
  const adding = added?.error?.name;
  const edited = useSent(answer, 'renameDealership', 'saveLocation');
  return (
    <RouteDialog title="Dealership Location Management" closeTo="/settings" size="wide">
      <Stack gap={3}>
        {answer?.problem && (
          <Banner tone="error" title={FAILURES[answer.intent ?? ''] ?? 'Failed to save dealership location.'}>
            {answer.problem.error}
          </Banner>
        )}
        <Table columns={['Dealership', 'Display Name', 'Address', 'City', 'State', 'ZIP', 'Actions']}>
          {locations.map((location) =>
            location.name === editing ? (
              <LocationEditor key={location.name} location={location} lastResult={edited} />
            ) : (
              <LocationRow
                key={location.name}
                location={location}
                isRetired={retired.includes(location.name)}
                isRenaming={location.name === renaming}
                lastResult={edited}
              />
            ),
          )}
        </Table>
        <Form method="post" preventScrollReset>
          <div className={css.adder}>
            <Input
              name="name"
              aria-label="Name of the new dealership"
              placeholder="New dealership"
              maxLength={100}
              autoComplete="off"
              defaultValue={typedText(added, 'name')}
              aria-describedby={adding ? 'new-dealership-error' : undefined}
              aria-invalid={adding ? true : undefined}
            />
            <Button size="form" name="intent" value="addDealership">
              Create Dealership
            </Button>
          </div>
          <Errors id="new-dealership-error" errors={adding} />
        </Form>
      </Stack>
    </RouteDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;

const ON_THE_MAP = {
  exact: null,
  manual: null,
  interpolated: ESTIMATED_NUMBER,
  street: 'Approximate on the map (street)',
  approximate: 'Approximate on the map (ZIP)',
  doubtful: DOUBTFUL,
};

type RowProps = {
  location: DealershipLocation;
  isRetired: boolean;
  /** True when the name is shown as a field. */
  isRenaming: boolean;
  lastResult: SubmissionResult | undefined;
};

function LocationRow({ location, isRetired, isRenaming, lastResult }: RowProps) {
  const { name, fullname, address, city, state, zipCode, latitude, geoPrecision } = location;
  const place = latitude === null ? 'Not on the map yet' : geoPrecision && ON_THE_MAP[geoPrecision];
  return (
    <tr className={isRetired ? table.former : undefined}>
      <td data-label="Dealership">
        {isRenaming ? <NewName of={name} lastResult={lastResult} /> : name}
        {isRetired && <div className={table.note}>Retired: not offered for anything new</div>}
      </td>
      <td data-label="Display Name">{orNotSet(fullname)}</td>
      <td data-label="Address">
        {orNotSet(address)}
        {address && place && <div className={table.note}>{place}</div>}
      </td>
      <td data-label="City">{orNotSet(city)}</td>
      <td data-label="State">{orNotSet(state)}</td>
      <td data-label="ZIP">{orNotSet(zipCode)}</td>
      <td data-label="Actions">
        {isRenaming ? (
          <RowForm id={RENAME} dealership={name} intent="renameDealership" />
        ) : (
          <span className={table.values}>
            <RowLink to={name} what="Edit" />
            <RowLink to={name} what="Rename" />
            <Form method="post" preventScrollReset>
              <input type="hidden" name="dealership" value={name} />
              <Button
                name="intent"
                value={isRetired ? 'restoreDealership' : 'retireDealership'}
                aria-label={`${isRetired ? 'Restore' : 'Retire'} ${name}`}
              >
                {isRetired ? 'Restore' : 'Retire'}
              </Button>
            </Form>
          </span>
        )}
      </td>
    </tr>
  );
}

const PAGE = '/settings/dealerships';

const RowLink = ({ to, what }: { to: string; what: 'Edit' | 'Rename' }) => (
  <Link
    to={`${PAGE}?${what.toLowerCase()}=${encodeURIComponent(to)}`}
    className={table.rowLink}
    preventScrollReset
    aria-label={`${what} ${to}`}
  >
    {what}
  </Link>
);

const RENAME = 'rename';

function NewName({ of, lastResult }: { of: string; lastResult: SubmissionResult | undefined }) {
  const errors = lastResult?.error?.name;
  return (
    <>
      <Input
        form={RENAME}
        name="name"
        aria-label={`New name of ${of}`}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? 'rename-error' : undefined}
        maxLength={100}
        autoComplete="off"
        defaultValue={typedText(lastResult, 'name', of)}
        data-autofocus
      />
      <Errors id="rename-error" errors={errors} />
    </>
  );
}

type RowFormProps = { id: string; dealership: string; intent: 'saveLocation' | 'renameDealership' };

/** The form of a row, in its last cell. Fields in other cells refer to it by its id. */
function RowForm({ id, dealership, intent }: RowFormProps) {
  const pending = useNavigation().formData?.get('intent') === intent;
  return (
    <Form id={id} method="post" preventScrollReset className={css.buttons}>
      <input type="hidden" name={intent === 'saveLocation' ? 'name' : 'dealership'} value={dealership} />
      <Button variant="primary" size="form" name="intent" value={intent} pending={pending && 'Saving...'}>
        Save
      </Button>
      <LinkButton size="form" to={PAGE} preventScrollReset>
        Cancel
      </LinkButton>
    </Form>
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

/** A table row whose cells are the fields of a form. */
function LocationEditor({ location, lastResult }: Props) {
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
        <RowForm id={FORM} dealership={dealership} intent="saveLocation" />
      </td>
    </tr>
  );
}
