/** A driver who works off the route of the phone, offline for a part of the time. */
import type { Dice } from 'db/demo/dice';
import type { DriverAction } from '~/components/offline/driver-action';
import type { Line } from './line';
import type { Phone } from './phone';
import type { Board, Progress } from './world';

type Task = { id: number; type: string; status: string; location: string; address: string };

/** A part of the time. */
const OFFLINE_PART = 0.3;
/** Counted by the acts of the whole run. */
const OFFLINE_ACTS = { least: 20, most: 220 };
const LEAST_ONLINE_ACTS = { least: 20, most: 280 };
const MOST_WAITING = 8;
/** A list is loaded again after so many acts. */
const FRESH_FOR = 5;
/** A driver with nothing to do looks again after so many acts of the others, or when there is work. */
const IDLE_ACTS = 60;
/** A driver with fewer open tasks asks for more. */
const ENOUGH = 3;

type Options = {
  driverId: number;
  phone: Phone;
  line: Line;
  dice: Dice;
  board: Board;
  progress: Progress;
  /** Data URLs. */
  pictures: { signatures: string[]; photos: string[] };
};

/** Resolves when the run is over and the phone has nothing left to send. @returns the part of the time offline. */
export async function drive(options: Options): Promise<number> {
  const { driverId, phone, line, dice, board, progress, pictures } = options;
  let tasks: Task[] = [];
  let actsOnList = FRESH_FOR;
  let lastTap = 0;
  let lastCompletion: number[] | null = null;
  let refusals = 0;
  let work: Promise<void> | null = null;
  let offlineMs = 0;
  const from = performance.now();

  /** Each tap has a time of its own, by which its events can be found. */
  const tap = () => {
    lastTap = Math.max(lastTap + 1, Date.now());
    return new Date(lastTap).toISOString();
  };
  const load = async () => {
    const read = await line
      .ask({ method: 'GET', path: '/api/tasks?driverOnly=true', headers: {} })
      .catch(() => null);
    if (read?.status !== 200) return;
    tasks = read.body as Task[];
    actsOnList = 0;
  };
  const withStatus = (status: string) => tasks.filter((task) => task.status === status);
  const sameStop = (task: Task, among: Task[]) =>
    among.filter(({ location, address }) => location === task.location && address === task.address);
  const become = (ids: number[], status: string) => {
    tasks = tasks.map((task) => (ids.includes(task.id) ? { ...task, status } : task));
  };
  const report = (status: 'going' | 'pending' | 'completed' | 'hold', stop: Task[]): DriverAction => {
    const [taskIds, occurred_at] = [stop.map(({ id }) => id), tap()];
    become(taskIds, status);
    const base = { kind: 'status' as const, taskIds, status, occurred_at };
    if (status === 'hold') return { ...base, failure_reason: `other: at ${occurred_at}`, photos: [] };
    if (status !== 'completed') return { ...base, seen_address: stop[0]?.address };
    lastCompletion = taskIds;
    board.completed(taskIds);
    const photos = dice.chance(0.1 / progress.rarer) ? [dice.pick(pictures.photos)] : [];
    const drawn = { signature_image: dice.pick(pictures.signatures), signed_by: `At ${occurred_at}` };
    return {
      ...base,
      ...(dice.chance(0.7 / progress.rarer) ? drawn : { typed_name: `At ${occurred_at}` }),
      photos,
    };
  };
  const choose = (): DriverAction | null => {
    const [going, pending] = [withStatus('going'), withStatus('pending')];
    const undone = lastCompletion;
    lastCompletion = null;
    if (undone && dice.chance(0.08)) {
      become(undone, 'going');
      return { kind: 'undo', taskIds: undone, occurred_at: tap() };
    }
    const [first] = going;
    if (first) {
      const stop = sameStop(first, going);
      if (dice.chance(0.1)) return report('hold', stop);
      return report(dice.chance(0.08) ? 'pending' : 'completed', stop);
    }
    if (pending.length > 2 && dice.chance(0.12)) {
      const baseIds = pending.map(({ id }) => id);
      const movedId = dice.pick(baseIds);
      const others = baseIds.filter((id) => id !== movedId);
      const place = dice.between(0, others.length);
      const taskIds = [...others.slice(0, place), movedId, ...others.slice(place)];
      return { kind: 'order', baseIds, taskIds, movedIds: [movedId] };
    }
    const [next] = pending;
    if (next) return report('going', sameStop(next, pending).slice(0, 3));
    if (withStatus('completed').length > 3 || (tasks.length > 0 && dice.chance(0.15))) {
      tasks = withStatus('next-route').map((task) => ({ ...task, status: 'pending' }));
      return { kind: 'endRoute' };
    }
    if (withStatus('next-route').length === 0) return null;
    become(
      withStatus('next-route').map(({ id }) => id),
      'pending',
    );
    return { kind: 'startRoute' };
  };
  const askForWork = () => {
    work ??= board.wantWork(driverId).then(() => {
      work = null;
      actsOnList = FRESH_FOR;
    });
    return work;
  };
  const step = async (pause: number) => {
    const mayLoad = phone.isOnline && phone.waiting() === 0;
    if (mayLoad && (actsOnList >= FRESH_FOR || refusals !== phone.refusals())) {
      refusals = phone.refusals();
      await load();
    }
    if (withStatus('pending').length + withStatus('going').length < ENOUGH) void askForWork();
    const act = phone.waiting() < MOST_WAITING ? choose() : null;
    if (act) {
      actsOnList += 1;
      await phone.act(act);
    } else await phone.send();
    if (!phone.isOnline) await progress.after(pause);
    else if (!act) {
      await Promise.race([progress.after(pause), ...(phone.waiting() === 0 ? [askForWork()] : [])]);
      actsOnList = FRESH_FOR;
    }
  };

  const offlinePart = () => offlineMs / (performance.now() - from);
  /** @param goesOn whether to go on after the given number of acts. */
  const stretch = async (
    { least, most }: typeof OFFLINE_ACTS,
    pause: () => number,
    goesOn: () => boolean = () => false,
  ) => {
    const until = progress.count() + dice.between(least, most);
    while (!progress.isOver() && (progress.count() < until || goesOn())) await step(pause());
  };

  while (!progress.isOver()) {
    phone.isOnline = true;
    await phone.send();
    await stretch(
      LEAST_ONLINE_ACTS,
      () => IDLE_ACTS,
      () => offlinePart() > OFFLINE_PART,
    );
    const offlineFrom = performance.now();
    phone.isOnline = false;
    await stretch(OFFLINE_ACTS, () => dice.between(20, 60));
    offlineMs += performance.now() - offlineFrom;
  }
  phone.isOnline = true;
  const part = offlinePart();
  while (phone.waiting() > 0) {
    await phone.send();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return part;
}
