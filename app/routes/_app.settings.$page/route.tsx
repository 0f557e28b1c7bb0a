/** The pages of the settings that are one form. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { settingOf } from '~/program/setting-pages.server';
import { SettingsPage } from '~/components/administration/settings-page';
import { DescribedForm } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requireActor, requirePage } from '~/http/session.server';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'Settings'} · Parts Dispatch` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request);
  const { may, show } = settingOf(params.page);
  const actor = await requirePage(request, may);
  return load(() => show(actor));
}

export const action = async (args: ActionFunctionArgs) => {
  await requireActor(args.request);
  return submit(args, settingOf(args.params.page).buttons);
};

export const clientAction = keepDialogOnNetworkError('Failed to update settings. Please try again.');

export default function Setting() {
  const { title, description, form } = useLoaderData<typeof loader>();
  return (
    // The pages share this route, and a field that is not touched must not keep the value of another page.
    <SettingsPage key={form.intent} title={title} description={description} shape="form">
      <DescribedForm form={form} answer={useAnswer<Answered>()} hasFocus />
    </SettingsPage>
  );
}
