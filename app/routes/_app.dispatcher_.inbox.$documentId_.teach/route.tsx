/** Teaches a layout by one document: choose a field and click its value, or choose the value in the field's list. */
import type { SubmissionResult } from '@conform-to/react';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useLocation, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Drawn, drawn, titleOf } from '~/components/inbox/document-text.server';
import { DocumentView } from '~/components/inbox/document-view';
import { FIELD_LABELS } from '~/components/inbox/field-labels';
import { MARKS } from '~/components/inbox/marks';
import { documentPath, INBOX } from '~/components/inbox/inbox-links';
import { teachLayout } from '~/domain/intake/inbox/commands.server';
import { firstWords, requireDocument } from '~/domain/intake/inbox/documents.server';
import { requireSource } from '~/domain/intake/inbox/sources.server';
import { type Choice, choicesOf, chosenBy, firstChoices } from '~/domain/intake/layouts/choices';
import type { Word } from '~/domain/intake/reading/words';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { typedText, useSent } from '~/forms/typed';
import { formRefusal, type Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { Badge } from '~/ui/badge';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Field, InputField, Select, Textarea } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import { useAnswer } from '~/ui/use-answer';
import { ignoredOf, taughtOf } from './teach-form.server';
import { columns } from '~/components/inbox/document-view.css';
import * as css from './teach.css';

export const meta: MetaFunction = () => [{ title: 'Teach a Layout · Inbox · Parts Dispatch' }];

const FIELDS = [
  ...Object.entries(FIELD_LABELS),
  ['part', 'Part number of one line'],
  ['quantity', 'Quantity of that line'],
] as const;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requirePage(request, teachLayout.spec.may);
  const documentId = pathIdOr404(params.documentId);
  return load(async () => {
    const document = await requireDocument(documentId);
    const source = await requireSource(document.sourceId);
    return {
      id: document.id,
      title: titleOf(document),
      proposed: `Layout of ${source.name}`.slice(0, 200),
      drawn: drawn(await firstWords(documentId)),
    };
  });
}

type Read = Awaited<ReturnType<typeof teachLayout>>;
type Shown = { read: Read['documents'] };

export const action = (args: ActionFunctionArgs) => {
  const saved = ({ documents }: Read) => ({
    redirectTo: INBOX,
    toast: {
      title: 'Layout saved',
      description: `${String(documents.filter(({ sure }) => sure).length)} of ${String(documents.length)} documents are sure`,
    },
  });
  return submit<Shown>(args, {
    preview: button(teachLayout, ({ documents }) => ({ shown: { read: documents }, values: {} }), {
      compose: taughtOf(false),
      stays: true,
    }),
    save: button(teachLayout, saved, { compose: taughtOf(true) }),
    ignoreLayout: button(
      teachLayout,
      () => ({ redirectTo: INBOX, toast: { title: 'Documents like this are ignored' } }),
      { compose: ignoredOf },
    ),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to teach the layout');

type Kept = { shown: Shown; lastResult?: SubmissionResult };

export default function Teach() {
  const { id, title, proposed, drawn: document } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const answer = useAnswer<Answered | Kept>();
  const refused = answer && 'problem' in answer ? answer : undefined;
  const sent =
    useSent(refused, 'preview', 'save', 'ignoreLayout') ?? (answer as Kept | undefined)?.lastResult;
  const read = answer && 'shown' in answer ? answer.shown.read : null;
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  const refusal = formRefusal(refused);
  const pending = useNavigation().formData?.get('intent');
  const choices = useMemo(() => choicesOf(wordsIn(document)), [document]);
  const options = useOptions(choices);
  const { form, values, active, activate, choose, onWord } = useChoices(choices, sent);
  const chosen = useMemo(() => chosenWords(values), [values]);
  useFailureToast(refused?.problem ?? null);
  return (
    <Card id="teach" title={`Teach the Layout of ${title}`}>
      <Stack gap={3}>
        <p>
          Click each value in the document. Click a word again to select part of it. You can also choose
          values in the lists. You need at least five waiting documents of this kind.
        </p>
        {refusal && <Banner tone="error">{refusal}</Banner>}
        <div className={columns}>
          <div>
            <p className={css.next}>
              Next: <strong>{FIELDS[active]?.[1]}</strong>
            </p>
            <DocumentView drawn={document} chosen={chosen} onWord={onWord} />
          </div>
          <Form ref={form} method="post" preventScrollReset>
            <Stack gap={3}>
              {FIELDS.map(([name, label], index) => (
                <div
                  key={name}
                  className={css.field}
                  data-active={index === active ? '' : undefined}
                  onFocus={() => {
                    activate(index);
                  }}
                >
                  <Field name={`at_${name}`} label={label} errors={errors[`at_${name}`]}>
                    {(control) => (
                      <Select
                        {...control}
                        value={values[index] ?? ''}
                        onChange={({ target }) => {
                          choose(index, target.value);
                        }}
                      >
                        <option value="">Not on this document</option>
                        {options}
                      </Select>
                    )}
                  </Field>
                </div>
              ))}
              <Marks sent={sent} errors={errors} />
              <InputField
                name="layoutName"
                label="Name of the layout"
                required
                maxLength={200}
                errors={errors.layoutName ?? errors.name}
                defaultValue={typedText(sent, 'layoutName', proposed)}
              />
              <Inline>
                <Button
                  size="form"
                  name="intent"
                  value="preview"
                  pending={pending === 'preview' && 'Reading...'}
                >
                  Try It
                </Button>
                <Button
                  size="form"
                  variant="primary"
                  name="intent"
                  value="save"
                  pending={pending === 'save' && 'Saving...'}
                >
                  Save
                </Button>
                <LinkButton size="form" to={documentPath(id, search)} preventScrollReset>
                  Cancel
                </LinkButton>
              </Inline>
              <Inline>
                <Button name="intent" value="ignoreLayout">
                  Ignore All Documents Like This
                </Button>
              </Inline>
            </Stack>
          </Form>
        </div>
        <div aria-live="polite">{read && <ReadInOthers read={read} search={search} />}</div>
      </Stack>
    </Card>
  );
}

type MarksProps = { sent: SubmissionResult | undefined; errors: Record<string, string[] | null> };

function Marks({ sent, errors }: MarksProps) {
  return (
    <details>
      <summary>Words that change what a document is</summary>
      <Stack gap={3}>
        {MARKS.map(([name, label]) => (
          <Field
            key={name}
            name={name}
            label={label}
            hint="As printed, one text in each line"
            errors={errors[name]}
          >
            {(control) => <Textarea {...control} rows={2} defaultValue={typedText(sent, name)} />}
          </Field>
        ))}
      </Stack>
    </details>
  );
}

/** A word's place in the list is its position in the document, because pages come one after the other. */
const wordsIn = ({ pages }: Drawn): Word[] =>
  pages.flatMap(({ page, words }) => words.map(([, x, y, width, text]) => ({ page, x, y, width, text })));

/** The page has the options of eight lists; the browser adds the others. */
const MOST_BYTES = 10_000;

function useOptions(choices: Choice[]) {
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    setLive(true);
  }, []);
  return useMemo(
    () =>
      (isLive ? choices : firstChoices(choices, MOST_BYTES)).map(({ key, text }) => (
        <option key={key} value={key}>
          {text}
        </option>
      )),
    [choices, isLive],
  );
}

/**
 * The chosen values by field. A click takes from the word to the next gap, and leads to the next field without a value;
 * further clicks on the word take less.
 */
function useChoices(choices: Choice[], sent: SubmissionResult | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const send = useSubmit();
  const [values, setValues] = useState(() => FIELDS.map(([name]) => typedText(sent, `at_${name}`)));
  const [active, setActive] = useState(0);
  const latest = useRef({ values, active });
  latest.current = { values, active };
  const choose = (index: number, key: string) => {
    const next = latest.current.values.map((value, at) => (at === index ? key : value));
    setValues(next);
    latest.current.values = next;
    // Reference and customer are the least that is needed. What is read in the others is shown at once.
    if (next[0] && next[1] && Boolean(next[PART]) === Boolean(next[QUANTITY])) previewSoon();
  };
  const previewSoon = () => {
    // The lists have the new value after the next rendering.
    requestAnimationFrame(() => {
      const button = form.current?.querySelector<HTMLButtonElement>('button[value="preview"]');
      if (button) send(button, { preventScrollReset: true });
    });
  };
  const clicked = useRef<{ at: number; index: number } | null>(null);
  const onWord = useRef((at: number) => {
    const { values: now, active: current } = latest.current;
    const index = clicked.current?.at === at ? clicked.current.index : current;
    const ofWord = choices.filter(
      ({ key }) => key === String(at) || key.startsWith(`${String(at)}.`) || key.startsWith(`${String(at)}~`),
    );
    // Numbers are single words, names and addresses go on.
    const ordered = IS_NUMBER[index] ? [...ofWord].sort((a, b) => sizeOf(a) - sizeOf(b)) : ofWord;
    const present = ordered.findIndex(({ key }) => key === now[index]);
    const next = ordered[(present + 1) % ordered.length];
    if (!next) return;
    choose(index, next.key);
    clicked.current = { at, index };
    const empty = latest.current.values.findIndex((value, each) => each > index && value === '');
    if (empty !== -1) setActive(empty);
  });
  const activate = (index: number) => {
    clicked.current = null;
    setActive(index);
  };
  return { form, values, active, activate, choose, onWord: onWord.current };
}

const NUMBERS = ['reference', 'customer', 'part', 'quantity'];
const IS_NUMBER = FIELDS.map(([name]) => NUMBERS.includes(name));
const sizeOf = ({ key }: Choice) => (chosenBy(key)?.words.length ?? 0) + Number(key.includes('~')) / 2;
const PART = FIELDS.findIndex(([name]) => name === 'part');
const QUANTITY = FIELDS.findIndex(([name]) => name === 'quantity');

const chosenWords = (values: string[]): ReadonlyMap<number, number> =>
  new Map(
    values.flatMap((key, index) =>
      key
        .replace(/~.*$/, '')
        .split('.')
        .filter(Boolean)
        .map((at) => [Number(at), index] as const),
    ),
  );

function ReadInOthers({ read, search }: { read: Shown['read']; search: string }) {
  const sure = read.filter((each) => each.sure).length;
  return (
    <Stack gap={2}>
      <h3>
        {sure} of {read.length} documents are sure
      </h3>
      <Table columns={['Document', ...Object.values(FIELD_LABELS), 'Lines', 'Sure']}>
        {read.map(({ id, sure: isSure, fields, lines }) => (
          <tr key={id}>
            <td data-label="Document">
              <Link to={documentPath(id, search)} preventScrollReset>
                {id}
              </Link>
            </td>
            {Object.entries(FIELD_LABELS).map(([name, label]) => (
              <td key={name} data-label={label}>
                <span>{shown(fields[name as keyof typeof fields])}</span>
              </td>
            ))}
            <td data-label="Lines">
              <span>{lines?.length ?? '–'}</span>
            </td>
            <td data-label="Sure">
              <span>
                {isSure ? <Badge tone="completed">Sure</Badge> : <Badge tone="pending">Not sure</Badge>}
              </span>
            </td>
          </tr>
        ))}
      </Table>
    </Stack>
  );
}

function shown(field: Shown['read'][number]['fields']['reference']): string {
  if (!field) return '–';
  return 'value' in field ? field.value : `(${field.reason})`;
}
