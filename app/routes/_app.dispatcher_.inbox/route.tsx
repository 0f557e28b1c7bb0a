/** Documents of other systems, and beside them the one that is open. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  Link,
  Outlet,
  useLoaderData,
  useLocation,
  useNavigate,
  useParams,
  useRevalidator,
} from '@remix-run/react';
import { useEffect } from 'react';
import { HeaderTools } from '~/components/board/new-task';
import { useSingleKeys } from '~/components/board/keys';
import { titleOf } from '~/components/inbox/document-text.server';
import { documentPath, INBOX, STATES, stateIn } from '~/components/inbox/inbox-links';
import { areBeingRead, listDocuments } from '~/domain/intake/inbox/documents.server';
import type { StoredDocument } from '~/domain/intake/inbox/schema';
import { listSources } from '~/domain/intake/inbox/sources.server';
import { waysInTrouble } from '~/domain/intake/ways/attention.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner, EmptyState, sentences } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import { ListSteps } from '~/ui/list-steps';
import { LinkTabs } from '~/ui/tabs';
import { Time } from '~/ui/time';
import * as css from './inbox.css';

export const meta: MetaFunction = () => [{ title: 'Inbox · Parts Dispatch' }];

export const handle = { HeaderTools };

const PER_PAGE = 50;

/** Orders need no word. */
const KINDS: Record<StoredDocument['kind'], string | null> = {
  order: null,
  void: 'Void',
  return: 'Return',
  copy: 'Copy',
  ignored: null,
};

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listDocuments.spec.may);
  const { searchParams } = new URL(request.url);
  const state = stateIn(searchParams);
  const before = Number(searchParams.get('before')) || undefined;
  return load(async () => {
    const [sources, isReading, found, troubles] = await Promise.all([
      listSources({ actor }),
      areBeingRead(),
      listDocuments({ actor, input: { state, before, limit: PER_PAGE + 1 } }),
      waysInTrouble(),
    ]);
    const documents = found.slice(0, PER_PAGE);
    const nameOf = new Map(sources.map(({ id, name }) => [id, name]));
    return {
      state,
      troubles,
      isReading,
      before,
      next: found.length > PER_PAGE ? documents.at(-1)?.id : undefined,
      isOn: sources.some(({ on }) => on),
      hasSources: sources.length > 0,
      documents: documents.map((document) => ({
        id: document.id,
        title: titleOf(document),
        kind: KINDS[document.kind],
        reason: document.reason,
        source: nameOf.get(document.sourceId) ?? '',
        receivedAt: document.receivedAt,
      })),
    };
  });
}

export default function Inbox() {
  const { state, troubles, documents, before, next, isOn, hasSources, isReading } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const open = Number(useParams().documentId);
  useSteps(documents, open, search);
  useReloads(isReading);
  const filter = state === 'waiting' ? '' : `?state=${state}`;
  return (
    <Stack gap={4}>
      <Inline spread>
        <h1>Inbox</h1>
        {isOn && (
          <LinkButton size="form" variant="primary" to={`${INBOX}/new`}>
            New Document
          </LinkButton>
        )}
      </Inline>
      {troubles.length > 0 && <Banner tone="error">{sentences(troubles)}</Banner>}
      <LinkTabs
        label="Documents by state"
        tabs={STATES.map(([each, label]) => ({
          to: each === 'waiting' ? INBOX : `${INBOX}?state=${each}`,
          label,
          current: each === state,
        }))}
      />
      <div className={css.columns}>
        <Card id="documents" title="Documents" flush>
          {documents.length > 0 ? (
            <ul className={css.list} data-open={Number.isNaN(open) ? undefined : ''}>
              {documents.map(({ id, title, kind, reason, source, receivedAt }) => (
                <li key={id}>
                  <Link
                    to={documentPath(id, search)}
                    className={css.document}
                    aria-current={id === open ? 'page' : undefined}
                    preventScrollReset
                  >
                    <span className={css.title}>{title}</span>
                    {reason !== null && <span>{reason}</span>}
                    <span className={css.note}>
                      {[kind, source].filter(Boolean).join(' · ')} · <Time iso={receivedAt} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState>
              {!hasSources
                ? 'There is no source yet. An admin adds one under Settings → Sources.'
                : state === 'waiting'
                  ? 'Nothing waits.'
                  : 'There are no such documents.'}
            </EmptyState>
          )}
          {(before !== undefined || next !== undefined) && (
            <Inline className={css.steps}>
              <ListSteps
                newest={before !== undefined && `${INBOX}${filter}`}
                older={next !== undefined && `${INBOX}?state=${state}&before=${String(next)}`}
              />
            </Inline>
          )}
        </Card>
        <div className={css.open}>
          <Outlet />
          {Number.isNaN(open) && documents.length > 0 && (
            <p className={css.hint}>
              Keys: <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>Enter</kbd> makes the order, <kbd>i</kbd>{' '}
              ignores the document.
            </p>
          )}
        </div>
      </div>
    </Stack>
  );
}

const AGAIN_MS = 2_000;

/** Documents are read after they are stored, and again when a layout was taught. */
function useReloads(isReading: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isReading) return;
    const timer = window.setInterval(revalidate, AGAIN_MS);
    return () => {
      window.clearInterval(timer);
    };
  }, [isReading, revalidate]);
}

/** The keys j and k open the next and the previous document of the list. */
function useSteps(documents: { id: number }[], open: number, search: string): void {
  const navigate = useNavigate();
  const at = documents.findIndex(({ id }) => id === open);
  const go = (to: number) => {
    const next = documents[to];
    if (!next) return;
    // Enter would follow the focused link.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    navigate(documentPath(next.id, search), { preventScrollReset: true });
  };
  useSingleKeys({
    j: () => {
      go(at + 1);
    },
    k: () => {
      go(at - 1);
    },
  });
}
