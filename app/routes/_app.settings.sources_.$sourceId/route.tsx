/** One source, or a new one under the address `new`. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import { firstSettings, kindNamed, sourceFields, sourceInput } from '~/components/inbox/source-fields.server';
import { KIND_LABELS, SOURCE_KINDS } from '~/domain/intake/inbox/kinds';
import { type StateLine, sourceState } from '~/components/inbox/source-state.server';
import { listLayouts } from '~/domain/intake/inbox/layouts.server';
import { createSource, requireSource, updateSource } from '~/domain/intake/inbox/sources.server';
import { checkMailbox } from '~/domain/intake/ways/check-mailbox.server';
import { testSource } from '~/domain/intake/ways/commands.server';
import type { SourceWithSettings, StoredLayout } from '~/domain/intake/inbox/schema';
import { DescribedForm } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { useFailureToast } from '~/forms/use-failure-toast';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { LinkTabs } from '~/ui/tabs';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Source · Parts Dispatch' }];

const LIST = '/settings/sources';

const isNew = (sourceId: string | undefined) => sourceId === 'new';
/** The address of a new source has its kind. */
const kindIn = ({ url }: Request) => kindNamed(new URL(url).searchParams.get('kind'));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, updateSource.spec.may);
  if (isNew(params.sourceId)) {
    const chosen = kindIn(request);
    const settings = firstSettings(chosen);
    // A mailbox is tried first, because its messages are moved.
    const on = chosen !== 'mail';
    return load(async () => ({
      source: null,
      // Typed values stay when another kind is chosen, unless it begins otherwise.
      formKey: `new ${String(on)}`,
      kinds: SOURCE_KINDS.map((kind) => ({ kind, label: KIND_LABELS[kind], current: kind === chosen })),
      layouts: [],
      state: [],
      fields: await sourceFields({ name: '', dealership: actor.dealerships[0] ?? null, on, settings }),
    }));
  }
  const sourceId = pathIdOr404(params.sourceId);
  return load(async () => {
    const source = await requireSource(sourceId);
    const [layouts, fields, state] = await Promise.all([
      listLayouts({ actor, sourceId }),
      sourceFields(source),
      sourceState(source),
    ]);
    const { id, name, on, kind } = source;
    const way = KIND_LABELS[kind];
    return { source: { id, name, on, kind, way }, formKey: String(id), kinds: [], layouts, fields, state };
  });
}

export const action = (args: ActionFunctionArgs) => {
  const saved = ({ id, kind, name }: Pick<SourceWithSettings, 'id' | 'kind' | 'name'>) => ({
    // There it can be tried.
    redirectTo: kind === 'mail' ? `${LIST}/${String(id)}` : LIST,
    toast: { title: `${name} saved` },
  });
  return submit(args, {
    testSource: button(testSource, (_received, { sourceId }) => ({
      redirectTo: `${LIST}/${String(sourceId)}`,
      toast: { title: 'A test page is in the Inbox' },
    })),
    saveSource: isNew(args.params.sourceId)
      ? button(createSource, saved, { compose: (fields) => sourceInput(kindIn(args.request), fields) })
      : button(updateSource, saved, {
          compose: async (fields, { sourceId }) => sourceInput((await requireSource(sourceId)).kind, fields),
        }),
    checkMailbox: button(checkMailbox, ({ messages }) => ({
      redirectTo: `${LIST}/${String(args.params.sourceId)}`,
      toast: { title: 'The mailbox can be used', description: `Messages in its folder: ${String(messages)}` },
    })),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to save the source');

export default function OneSource() {
  const { source, formKey, kinds, layouts, fields, state } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  useFailureToast(answer && answer.intent !== 'saveSource' ? (answer.problem ?? null) : null);
  return (
    <SettingsPage
      title={source?.name ?? 'New Source'}
      description={source?.way}
      back={{ to: LIST, label: 'Sources' }}
      shape={source ? 'card' : 'form'}
    >
      <Stack gap={4}>
        {kinds.length > 0 && (
          <LinkTabs
            label="How its documents come"
            tabs={kinds.map(({ kind, label, current }) => ({ to: `?kind=${kind}`, label, current }))}
          />
        )}
        <DescribedForm
          key={formKey}
          form={{ intent: 'saveSource', submit: source ? 'Save' : 'Create Source', fields }}
          answer={answer}
          cancelTo={LIST}
          hasFocus={source === null}
        />
        {source && <State state={state} isOn={source.on} isMailbox={source.kind === 'mail'} />}
        {source && <Layouts layouts={layouts} />}
      </Stack>
    </SettingsPage>
  );
}

function State({ state, isOn, isMailbox }: { state: StateLine[]; isOn: boolean; isMailbox: boolean }) {
  const isChecking = useNavigation().formData?.get('intent') === 'checkMailbox';
  return (
    <section aria-labelledby="state">
      <Stack gap={2}>
        <h2 id="state">Status</h2>
        <ul>
          {state.map(({ text, at }) => (
            <li key={text}>
              {text}
              {at !== null && (
                <>
                  : <Time iso={at} />
                </>
              )}
            </li>
          ))}
        </ul>
        <Form method="post" preventScrollReset>
          <Inline>
            {isMailbox && (
              <Button size="form" name="intent" value="checkMailbox" pending={isChecking && 'Connecting…'}>
                Test Connection
              </Button>
            )}
            <Button size="form" name="intent" value="testSource" unavailable={!isOn && 'Turn it on first'}>
              Send a Test
            </Button>
          </Inline>
        </Form>
      </Stack>
    </section>
  );
}

function Layouts({ layouts }: { layouts: StoredLayout[] }) {
  return (
    <section aria-labelledby="layouts">
      <Stack gap={2}>
        <h2 id="layouts">Layouts</h2>
        {layouts.length > 0 ? (
          <Table columns={['Name', 'Taught', 'Actions']}>
            {layouts.map(({ id, sourceId, name, createdAt }) => (
              <tr key={id}>
                <td data-label="Name">
                  <span>{name}</span>
                </td>
                <td data-label="Taught">
                  <span>
                    <Time iso={createdAt} />
                  </span>
                </td>
                <td data-label="Actions">
                  <Link
                    to={`${LIST}/${String(sourceId)}/layouts/${String(id)}`}
                    className={css.rowLink}
                    aria-label={`Open ${name}`}
                  >
                    Open
                  </Link>
                </td>
              </tr>
            ))}
          </Table>
        ) : (
          <p>No layout was taught yet. Dispatchers teach them in the Inbox.</p>
        )}
      </Stack>
    </section>
  );
}
