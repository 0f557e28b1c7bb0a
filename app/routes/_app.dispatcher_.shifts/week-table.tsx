/** A week with a row for each driver and a column for each day. On a phone each driver has a list of days. */
import { Link, useLocation } from '@remix-run/react';
import { shiftsPath } from '~/components/shifts/shifts-links';
import { shownHours } from '~/domain/network/shifts/fields';
import { parseHours } from '~/domain/network/shifts/hours';
import type { Shift } from '~/domain/network/shifts/schema';
import { weekday, WEEKDAYS } from '~/ui/days';
import { Table } from '~/ui/table';
import { table } from '~/ui/table.css';
import * as css from './week.css';

type Driver = { id: number; name: string; shifts: Shift[] };
type Props = { days: string[]; drivers: Driver[]; today: string };

const nameOf = (day: string) => WEEKDAYS[weekday(day)] ?? '';
const labelOf = (day: string) => `${nameOf(day).slice(0, 3)} ${String(Number(day.slice(8)))}`;

export function WeekTable({ days, drivers, today }: Props) {
  return (
    <Table columns={['Driver', ...days.map(labelOf), 'Hours']} className={`${table} ${css.week}`}>
      {drivers.map((driver) => (
        <DriverRow key={driver.id} driver={driver} days={days} today={today} />
      ))}
      <tr className={css.counts}>
        <td>Drivers</td>
        {days.map((day) => (
          <td key={day} data-label={labelOf(day)}>
            <span>{drivers.filter(({ shifts }) => shifts.some((shift) => shift.day === day)).length}</span>
          </td>
        ))}
        <td />
      </tr>
    </Table>
  );
}

function DriverRow({ driver, days, today }: { driver: Driver; days: string[]; today: string }) {
  const { search } = useLocation();
  const to = (page: string) => shiftsPath(search, `/${String(driver.id)}/${page}`);
  return (
    <tr>
      <td>
        <Link to={to('week')} preventScrollReset className={css.name} title="Enter the whole week">
          {driver.name}
        </Link>
      </td>
      {days.map((day) => {
        const shift = driver.shifts.find((each) => each.day === day);
        const hours = shownHours(shift);
        return (
          <td key={day} data-label={labelOf(day)} data-today={day === today ? '' : undefined}>
            <Link
              to={to(day)}
              preventScrollReset
              className={shift ? css.cell : css.blank}
              aria-label={`${hours || 'Add a shift'}: ${driver.name}, ${nameOf(day)} ${day}`}
              title={shift && aboutShift(shift)}
            >
              {hours || '+'}
            </Link>
          </td>
        );
      })}
      <td data-label="Hours">
        <span>{hoursIn(driver.shifts)}</span>
      </td>
    </tr>
  );
}

const aboutShift = ({ breakMinutes, breakFrom, startPlace, endPlace }: Shift) =>
  [
    breakMinutes > 0 && `Break ${String(breakMinutes)} min${breakFrom ? ` from ${breakFrom}` : ''}`,
    startPlace && `Starts at ${startPlace}`,
    endPlace && `Ends at ${endPlace}`,
  ]
    .filter(Boolean)
    .join(' · ') || undefined;

/** The hours without breaks, rounded to a tenth. */
function hoursIn(shifts: Shift[]): string {
  const minutes = shifts.reduce((sum, shift) => {
    const hours = parseHours(`${shift.start}–${shift.end}`);
    return hours ? sum + hours.ends - hours.starts - shift.breakMinutes : sum;
  }, 0);
  return minutes === 0 ? '' : String(Math.round(minutes / 6) / 10);
}
