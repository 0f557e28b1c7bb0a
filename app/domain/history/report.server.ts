/** Figures of a range: of all of it, of each day and of each driver. */
import { User } from 'db/models/people';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import { eachDay } from '~/domain/time';
import type { Days } from './days';
import { countFigures, type Group } from './figures.server';
import { NO_DRIVER, NOTHING, type Figures, type Report } from './report';

export type ReportQuery = Days & {
  /** Null: everybody; 0: tasks without a driver. */
  driverId: number | null;
};

/** @param query its days as `rangeOfDays` has checked them. */
export async function getReport(actor: Actor, query: ReportQuery): Promise<Report> {
  authorize(actor, 'readArchive');
  const groups = await countFigures(query, query.driverId);
  const byDay = new Map(groups.map((group) => [group.day, group]));
  const names = await namesOfDrivers(groups);
  return {
    from: query.from,
    to: query.to,
    total: figuresOf(groups.find(({ day, driver }) => day === null && driver === null)),
    drivers: groups
      .filter(({ driver }) => driver !== null)
      .map((group) => ({
        ...figuresOf(group),
        driverId: group.driver === 0 ? null : group.driver,
        name: names.get(group.driver) ?? NO_DRIVER,
      }))
      .sort((a, b) => b.completed - a.completed || a.name.localeCompare(b.name)),
    days: eachDay(query.from, query.to).map((day) => ({ ...figuresOf(byDay.get(day)), day })),
  };
}

const figuresOf = ({ completed, due, onTime, median, mean }: Figures = NOTHING): Figures => ({
  completed,
  due,
  onTime,
  median,
  mean,
});

async function namesOfDrivers(groups: Group[]): Promise<Map<number | null, string>> {
  const found = await User.findRows(['id', 'name', 'username'], {
    where: { id: groups.flatMap(({ driver }) => driver ?? []) },
  });
  return new Map(found.map(({ id, name, username }) => [id, name || username]));
}
