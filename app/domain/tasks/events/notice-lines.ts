/**
 * Words the notices to a driver about changes by others, in the language of the reader: it compares the list as last
 * confirmed with the list as it is. Only facts are stored.
 */
import { placeKey } from '~/domain/geography/place-key';
import { NOTICE_KEYS, noticeLabel, type NoticeKey } from '~/domain/tasks/model/field-lists';
import type { Task } from '~/domain/tasks/model/task';
import { notices as words } from '~/words/en/notices';
import { isAhead, isDone, isInRoute, isQueued } from '~/domain/tasks/model/statuses';

/** A line of the driver's page about changes to the route. */
export type Notice = {
  /** Ascending. A line about several changes has the id of the last. */
  id: number;
  /** The last change that the list of lines contains: an OK confirms all changes up to it. */
  upTo: number;
  text: string;
  /** The line is about an urgent task or the stop under way, so the phone vibrates. */
  isLoud: boolean;
};

/** The state of a task in a driver's route before one change and after it. */
export type Change = {
  wasOn: boolean;
  wasGoing: boolean;
  wasUrgent: boolean;
  /** The driver's phone had shown the task. */
  wasSeen: boolean;
  isOn: boolean;
  /** The task was under way and is not any longer. */
  isStopped: boolean;
  /** A completed transfer made the task ready. */
  isReady: boolean;
  /** The source of documents that has made the change. */
  source?: string;
  /** The values of the fields before the change. */
  fields: Record<NoticeKey, string>;
};

type Kind =
  'removed' | 'completed' | 'later' | 'stopped' | 'ready' | 'urgent' | 'planned' | 'unplanned' | 'added';

/** Tasks that a plan has brought to a driver's list and taken from it; none of both is another order. */
export type PlanCounts = { came: number; left: number };

export type Unread = {
  id: number;
  by: string | null;
  /** Used only in lines that belong to no task. */
  kind: Kind | 'changed';
  location: string;
  /** Empty in notices of other kinds, and of earlier versions. */
  counts: Partial<PlanCounts>;
  underWay: boolean;
  taskId: number | null;
  /** Null in a line that belongs to no task. */
  change: Change | null;
  /** The task as it is; null when it is gone. */
  now: Pick<Task, 'driver_id' | 'status' | 'priority' | 'archived' | NoticeKey> | null;
};
type OfTask = Unread & { change: Change };

type Place = Pick<Task, 'location' | 'address'>;
type Fact = {
  id: number;
  isLoud: boolean;
  /** The name as the driver knows it. */
  name: string;
  place: Place;
  /** The way in which a task left the route; null while it is there. */
  gone: { kind: 'removed' | 'completed' | 'later'; by: string | null } | null;
  says: Said[];
};

type Said = { text: string; kind?: 'urgent' | 'value' };

/**
 * Writes one sentence for each stop; stops with the same sentence share a line.
 * @param unread oldest first.
 * @param active the places of the driver's route.
 */
export function noticeLines(driverId: number, unread: Unread[], active: Place[]): Notice[] {
  const tasks = new Map<number, OfTask[]>();
  for (const each of unread) {
    if (each.taskId === null || !hasChange(each)) continue;
    tasks.set(each.taskId, [...(tasks.get(each.taskId) ?? []), each]);
  }
  const stops = new Map<string, Fact[]>();
  for (const changes of tasks.values()) {
    const fact = factOf(driverId, changes);
    if (!fact) continue;
    const key = placeKey(fact.place);
    stops.set(key, [...(stops.get(key) ?? []), fact]);
  }
  const there = new Set(active.map(placeKey));
  const names = [...stops.values()].map(nameOf);
  const isShared = (name: string) => names.filter((each) => each === name).length > 1;
  const upTo = unread.at(-1)?.id ?? 0;
  return joined(upTo, [
    ...[...stops].map(([key, facts]) => {
      const name = nameOf(facts);
      const address = facts[0]?.place.address ?? '';
      return sentenceOf(facts, isShared(name) ? `${name} (${address})` : name, there.has(key));
    }),
    ...unread.filter((each) => !hasChange(each) && each.kind !== 'changed').map(lineOf),
  ]);
}

const hasChange = (each: Unread): each is OfTask => each.change !== null;

type Sentence = { id: number; isLoud: boolean; title: string; names: string[]; isOwn: boolean };

const lineOf = ({ id, kind, by, underWay, location, counts }: Unread): Sentence => ({
  id,
  isLoud: underWay || kind === 'urgent',
  names: [counts.came === undefined ? location : words.list(counts.came, counts.left ?? 0)],
  isOwn: false,
  title: kind === 'changed' ? '' : titleOf(kind, by),
});

/**
 * Sums up the changes of one task since the driver last confirmed the list; null when they cancel each other.
 */
function factOf(driverId: number, changes: OfTask[]): Fact | null {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return null;
  const { now } = last;
  const isOwn = now?.driver_id === driverId;
  const isOn = isOwn && !now.archived && isInRoute(now);
  // The driver has completed or reported the task, so it was not taken away.
  const isOver = isOwn && !isOn && last.change.isOn;
  const wasKnown = changes.some(({ change }, index) => change.wasOn && (index === 0 || change.wasSeen));
  if (!isOn && !isOver && !wasKnown) return null;
  const isHere = isOn || isOver;
  const says = isHere ? sentencesOf(changes, now, isOn) : [];
  if (isHere && says.length === 0) return null;
  return {
    id: last.id,
    isLoud: says.some(isUrgent) || changes.some(({ change }) => change.wasGoing),
    name: first.change.wasOn || !now ? first.change.fields.location : now.location,
    place: isHere ? now : last.change.fields,
    gone: isHere ? null : { kind: endOf(isOwn, now), by: last.change.isOn ? null : last.by },
    says,
  };
}

function endOf(isOwn: boolean, now: Unread['now']) {
  if (isOwn && now && isDone(now)) return 'completed';
  return isOwn && now && isQueued(now) ? 'later' : 'removed';
}

/** For a task that is in the route, or that its driver has ended. */
function sentencesOf(changes: OfTask[], now: NonNullable<Unread['now']>, isOn: boolean): Said[] {
  const wasOn = changes[0]?.change.wasOn ?? false;
  const wasUrgent = wasOn && changes[0]?.change.wasUrgent;
  const stopped = [...changes].reverse().find(({ change }) => change.isStopped);
  // Cards show the present values, so only changes of the stop under way are told: the driver may remember
  // its old values.
  const known = changes.find(({ change }) => change.wasGoing)?.change.fields;
  const says: Said[] = [];
  if (isOn && now.priority === 'urgent' && !wasUrgent) says.push({ text: words.urgent, kind: 'urgent' });
  if (isOn && !wasOn && changes.some(({ change }) => change.isReady))
    says.push({ text: titleOf('ready', null) });
  if (isOn && isAhead(now) && stopped) says.push({ text: titleOf('stopped', stopped.by) });
  for (const key of NOTICE_KEYS)
    if (known?.[key] !== undefined && known[key] !== now[key])
      says.push({ text: words.changedTo(noticeLabel(key), now[key]), kind: 'value' });
  return says;
}

const isUrgent = ({ kind }: Said) => kind === 'urgent';

const nameOf = (facts: Fact[]) => facts[0]?.name ?? '';

function sentenceOf(facts: Fact[], name: string, isThere: boolean): Sentence {
  const gone = facts.flatMap((fact) => fact.gone ?? []);
  const ends = gone.map(({ kind, by }) => ({ text: isThere ? partOf(gone, kind, by) : titleOf(kind, by) }));
  const said: Said[] = [...facts.flatMap(({ says }) => says), ...ends];
  const parts = [...new Map(said.map((each) => [each.text, each])).values()].sort(
    (one, other) => Number(isUrgent(other)) - Number(isUrgent(one)),
  );
  const [first, ...more] = parts;
  return {
    id: Math.max(...facts.map(({ id }) => id)),
    isLoud: facts.some(({ isLoud }) => isLoud),
    title: [first?.text ?? '', ...more.map(({ text }) => lowered(text))].join('; '),
    names: [name],
    // A longer sentence begins with the stop that it is about.
    isOwn: more.length > 0 || (isThere && gone.length > 0) || first?.kind === 'value',
  };
}

/** For a stop of which the driver still has other tasks. */
function partOf(gone: { kind: string; by: string | null }[], kind: Kind, by: string | null): string {
  const count = gone.filter((each) => each.kind === kind && each.by === by).length;
  return words.tasks(count, lowered(titleOf(kind, by)));
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function joined(upTo: number, sentences: Sentence[]): Notice[] {
  const lines = new Map<string, Sentence>();
  for (const each of sentences.sort((one, other) => one.id - other.id)) {
    const key = each.isOwn ? String(each.id) : each.title;
    const line = lines.get(key);
    lines.set(key, {
      ...each,
      isLoud: each.isLoud || Boolean(line?.isLoud),
      names: [...new Set([...(line?.names ?? []), ...each.names])],
    });
  }
  return [...lines.values()].map(({ id, isLoud, isOwn, title, names }) => ({
    id,
    upTo,
    isLoud,
    text: isOwn ? `${names.join(', ')}: ${title}` : `${title}: ${names.join(', ')}`,
  }));
}

function titleOf(kind: Kind, by: string | null): string {
  if (kind === 'urgent' || kind === 'ready') return words[kind];
  return by ? words.done.by(words.done[kind], by) : words.done[kind];
}
