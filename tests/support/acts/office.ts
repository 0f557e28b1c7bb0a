/** A dispatcher or a script: one act after the other, each repeated under its key until it is answered. */
import type { Dice } from 'db/demo/dice';
import { randomUUID } from 'node:crypto';
import { readToast } from '../forms';
import type { Journal } from './journal';
import type { Line, Sent } from './line';
import type { Board, Progress } from './world';

type Options = {
  name: string;
  line: Line;
  journal: Journal;
  dice: Dice;
  board: Board;
  progress: Progress;
  hasKeys: boolean;
  /** Dispatchers also use the forms of pages. */
  usesForms: boolean;
  photos: string[];
};

/** A later attempt may succeed after one of these, or without an answer. */
const AGAIN = new Set([408, 429, 502, 503, 504]);
const LONGEST_PAUSE_MS = 1_000;
const COPIES = 0.03;
const MOST_AGAIN = 8;

type Act = { method: string; path: string; body?: Record<string, unknown>; isForm?: true };

export async function work({
  name,
  line,
  journal,
  dice,
  board,
  progress,
  hasKeys,
  usesForms,
  photos,
}: Options): Promise<void> {
  let marks = 0;
  const nextMark = () => {
    marks += 1;
    return `${name}-${String(marks)}`;
  };

  const send = async ({ method, path, body = {}, isForm }: Act): Promise<Sent> => {
    const key = randomUUID();
    const act = journal.act({ key, at: Date.now(), method, path, body });
    const fields = Object.entries(body).map(([field, value]): [string, string] => [field, String(value)]);
    const request = {
      method,
      path,
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ...(hasKeys && !isForm && { 'Idempotency-Key': key }),
      },
      body: isForm
        ? new URLSearchParams(hasKeys ? [...fields, ['_key', key]] : fields).toString()
        : JSON.stringify(body),
    };
    for (let tries = 1; ; tries += 1) {
      const sent = await line.attempt(act, request).catch(() => null);
      if (!sent || AGAIN.has(sent.status) || (isForm && isOfferedAgain(sent))) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_PAUSE_MS, 20 * 2 ** tries)));
        continue;
      }
      const isAccepted = isForm ? isDone(sent) : sent.status < 300;
      journal.end({ end: act, outcome: isAccepted ? 'accepted' : 'refused' });
      progress.note();
      // A key makes a late copy harmless, as from a proxy that repeats a request.
      if (hasKeys && isAccepted && dice.chance(COPIES))
        await line.attempt(act, request, { isCopy: true }).catch(() => null);
      return sent;
    }
  };
  const post = (path: string, body: Record<string, unknown>) => send({ method: 'POST', path, body });

  const create = async (driverId: number | null) => {
    const [mark, place] = [nextMark(), board.place(dice)];
    const type = dice.pick(['delivery', 'delivery', 'delivery', 'pickup', 'pickup', 'transfer'] as const);
    const target = dice.pick(board.driverIds);
    const status = dice.chance(0.1) ? 'next-route' : 'pending';
    const { body, status: answered } = await post('/api/tasks', {
      type,
      ...place,
      [type === 'delivery' ? 'invoice_number' : 'part_numbers']: mark,
      ...(type === 'transfer' && {
        transfer_destination_location: place.location,
        transfer_destination_address: place.address,
        transfer_to_driver_id: target === driverId ? null : target,
      }),
      driver_id: driverId,
      status,
      priority: dice.chance(0.1) ? 'urgent' : 'normal',
    });
    if (answered === 201) board.created((body as { id: number }).id, driverId);
    return answered === 201;
  };
  /** Repeats what was refused, because the driver waits for it. */
  const fulfil = async (driverId: number) => {
    for (let n = dice.between(1, 3); n > 0; n -= 1) await create(driverId);
    board.wake(driverId);
  };
  const edit = (id: number) =>
    send({ method: 'PATCH', path: `/api/tasks/${String(id)}`, body: { notes: nextMark() } });
  const read = async (id: number) => {
    const path = `/api/tasks/${String(id)}`;
    const sent = await line.ask({ method: 'GET', path, headers: {} }).catch(() => null);
    if (sent?.status === 200) journal.read({ read: id, version: (sent.body as { version: number }).version });
  };
  const some = (count: number) => [...new Set(Array.from({ length: count }, () => board.anyOpen(dice) ?? 0))];
  const move = (taskIds: number[]) => {
    const driver_id = dice.chance(0.05) ? null : dice.pick(board.driverIds);
    return post('/api/tasks/batch/move', { taskIds, driver_id });
  };
  const listOf = async (driverId: number, statuses: string) => {
    const path = `/api/tasks?driver_id=${String(driverId)}&status=${statuses}`;
    const sent = await line.ask({ method: 'GET', path, headers: {} }).catch(() => null);
    return sent?.status === 200 ? (sent.body as { id: number }[]).map(({ id }) => id) : null;
  };
  const reorder = async () => {
    const driverId = dice.pick(board.driverIds);
    const baseIds = await listOf(driverId, 'pending,going');
    if (!baseIds) return;
    const body = { taskIds: dice.shuffle(baseIds), baseIds };
    await send({ method: 'PUT', path: `/api/tasks/reorder/${String(driverId)}`, body });
  };
  const removeByForm = async (id: number) => {
    const path = `/dispatcher/tasks/${String(id)}/delete`;
    const { body } = await send({ method: 'POST', path, body: { intent: 'deleteTask' }, isForm: true });
    const undoId = (body as { undoId?: string } | null)?.undoId;
    if (undoId === undefined || dice.chance(0.3)) return;
    const fields = { undoId, back: '/dispatcher' };
    await send({ method: 'POST', path: '/dispatcher/undo', body: fields, isForm: true });
  };
  let lastTap = 0;
  const setStatus = (taskIds: number[], status: string) => {
    lastTap = Math.max(lastTap + 1, Date.now());
    const occurred_at = new Date(lastTap).toISOString();
    return post('/api/tasks/batch/status', { taskIds, status, occurred_at });
  };
  const change = (id: number) =>
    setStatus([id], dice.pick(['next-route', 'pending', 'pending', 'completed'] as const));
  /** Without it, failed tasks would fill the lists of a long run. */
  const planAgain = async () => {
    const failed = await listOf(dice.pick(board.driverIds), 'hold');
    if (failed && failed.length > 0) await setStatus(failed.slice(0, MOST_AGAIN), 'pending');
  };
  const addPhoto = (id: number) => post(`/api/tasks/${String(id)}/photos`, { image: dice.pick(photos) });
  const acts: ((id: number) => Promise<unknown>)[] = [
    edit,
    edit,
    edit,
    async (id) => {
      await edit(id);
      await read(id);
    },
    (id) => move([id]),
    (id) => move([id]),
    () => move(some(3)),
    change,
    change,
    reorder,
    planAgain,
    (id) => send({ method: 'DELETE', path: `/api/tasks/${String(id)}` }),
    (id) => (usesForms ? removeByForm(id) : edit(id)),
    (id) => (dice.chance(1 / progress.rarer) ? addPhoto(id) : edit(id)),
    (id) => post('/api/tasks/batch/archive', { taskIds: [board.anyCompleted(dice) ?? id] }),
    () => create(null),
  ];
  while (!progress.isOver()) {
    const wish = dice.chance(0.5) ? board.nextWish() : undefined;
    const id = board.anyOpen(dice);
    if (wish !== undefined) await fulfil(wish);
    else if (id === undefined) await create(dice.pick(board.driverIds));
    else await dice.pick(acts)(id);
  }
}

/** The message that the next page would show, as the answer to a form. */
export function messageIn(headers: Headers): { title: string; undoId?: string } | null {
  const toast = readToast(headers);
  if (!toast) return null;
  return { title: toast.title, ...(toast.offer && { undoId: toast.offer.fields.undoId }) };
}

/** The server could not decide, and its message has the button once more. */
const isOfferedAgain = (sent: Sent) =>
  !isDone(sent) && (sent.body as { undoId?: string } | null)?.undoId !== undefined;

/** A page answers a form with a redirect and a message, or with the form and its problem. */
const isDone = ({ status, body }: Sent) =>
  status === 302 && (body as { title?: string } | null)?.title !== 'Error';
