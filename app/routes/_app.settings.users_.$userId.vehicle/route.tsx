import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { backToUsers } from '~/components/administration/user-pages.server';
import { listIn } from '~/domain/kernel/field-table';
import { getDriver, saveVehicle } from '~/domain/network/users/vehicle.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { useSent, typedText } from '~/forms/typed';
import { errorsUnder } from '~/forms/text-field';
import type { Answered } from '~/forms/unreachable';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { InputField } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Vehicle and Skills · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, saveVehicle.spec.may);
  const { name, vehicle, capacity, skills } = await load(() =>
    getDriver({ actor, driverId: pathIdOr404(params.userId) }),
  );
  return { name, stored: { vehicle, capacity: String(capacity ?? ''), skills: skills.join(', ') } };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveVehicle: button(
      saveVehicle,
      (driver) => backToUsers(args, 'Vehicle and skills updated')({ ...driver, username: '' }),
      {
        at: () => ({ driverId: args.params.userId }),
        compose: ({ skills, ...fields }) => ({ ...fields, skills: listIn(skills) }),
      },
    ),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update vehicle and skills');

const FIELDS = [
  { name: 'vehicle', label: 'Vehicle', hint: 'For example Van 3', maxLength: 100 },
  {
    name: 'capacity',
    label: 'Capacity',
    type: 'number',
    min: 0,
    max: 100_000,
    hint: 'How much it holds, in the units that you use for the size of tasks. Empty: enough for everything',
  },
  { name: 'skills', label: 'Skills', hint: 'Separated by commas, for example lift gate, hazmat' },
] as const;

export default function VehicleOfDriver() {
  const { name: person, stored } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'saveVehicle');
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  return (
    <UserDialog
      title="Vehicle and Skills"
      description={person}
      answer={answer}
      intent="saveVehicle"
      submit="Save"
      submitting="Saving..."
    >
      {FIELDS.map((field, index) => (
        <InputField
          key={field.name}
          {...field}
          id={`driver-${field.name}`}
          errors={errorsUnder(errors, field.name)}
          autoComplete="off"
          defaultValue={typedText(sent, field.name, stored[field.name])}
          data-autofocus={index === 0 ? '' : undefined}
        />
      ))}
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
