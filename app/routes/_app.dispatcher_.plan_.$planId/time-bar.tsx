/** A driver's time as a bar, with segments for stops and the break, and gaps for driving. */
import { durationLabel } from '~/domain/kernel/time';
import type { PlannedRoute } from '~/modules/day-plans/schema';
import { formatClock, formatTime, useZone, type Zone } from '~/ui/time';
import * as css from './plan.css';

/** Times in milliseconds since 1970. */
export type Span = { from: number; until: number };
type Look = keyof typeof css.segment;
type PlannedStop = PlannedRoute['stops'][number];
type Break = NonNullable<PlannedRoute['break']>;

const HOUR_MS = 60 * 60_000;
const MOST_TICKS = 8;
/** In percent of the bar: the least width of a stop, and the least width that has space for its number. */
const NARROWEST = 0.6;
const NUMBERED = 1.9;

const percent = (value: number) => `${value.toFixed(2)}%`;
const partOf = ({ from, until }: Span, ms: number) => ((ms - from) / (until - from)) * 100;

export const LOOKS: Record<Look, string> = {
  going: 'Under way',
  stop: 'Stop',
  came: 'New in this list',
  late: 'Late',
  break: 'Break',
};

/** For example `Break 12:00 PM–12:30 PM`. */
const breakText = ({ at, until }: Break, zone: Zone) =>
  `${LOOKS.break} ${formatTime(at, zone)}–${formatTime(until, zone)}`;

type Props = {
  label: string;
  route: PlannedRoute | undefined;
  span: Span;
  /** Ids of the tasks that are new in this list. */
  came: ReadonlySet<number>;
  /** The end of the shift; null without one. */
  until: string | null;
};

export function TimeBar({ label, route, span, came, until }: Props) {
  const zone = useZone();
  const stops = route?.stops ?? [];
  const finish = route?.finishAt ?? null;
  const lookOf = ({ late, going, taskIds }: PlannedStop): Look =>
    late > 0 ? 'late' : going ? 'going' : taskIds.some((id) => came.has(id)) ? 'came' : 'stop';
  const says = (stop: PlannedStop, index: number) => {
    const what = [`${String(index + 1)}. ${stop.location}`, formatTime(stop.at, zone, undefined, true)];
    if (stop.late > 0) what.push(`${durationLabel(stop.late)} late`);
    else if (lookOf(stop) !== 'stop') what.push(LOOKS[lookOf(stop)].toLowerCase());
    return what.join(', ');
  };
  const rest = route?.break ?? null;
  const words = stops.map((stop, index) => ({ at: stop.at, text: says(stop, index) }));
  if (rest) {
    const behind = words.filter(({ at }) => at < rest.at).length;
    words.splice(behind, 0, { at: rest.at, text: breakText(rest, zone) });
  }
  const end = until === null ? span.until : Date.parse(until);
  return (
    <svg
      className={css.chart}
      role="img"
      aria-label={`${label}: ${words.map(({ text }) => text).join('; ') || 'no stops'}`}
    >
      {end < span.until && (
        <rect
          x={percent(Math.max(0, partOf(span, end)))}
          width="100%"
          y="0"
          height="100%"
          className={css.offDuty}
        >
          <title>Off duty</title>
        </rect>
      )}
      {hoursOf(span).map((hour) => (
        <line key={hour} {...atPart(partOf(span, hour))} y1="0" y2="100%" className={css.hour} />
      ))}
      {route && finish !== null && (
        <line
          x1={percent(partOf(span, Date.parse(route.beginAt)))}
          x2={percent(partOf(span, Date.parse(finish)))}
          y1="50%"
          y2="50%"
          className={css.drive}
        />
      )}
      {rest && <BreakSegment rest={rest} span={span} />}
      {stops.map((stop, index) => {
        const from = partOf(span, Date.parse(stop.at));
        const width = Math.max(NARROWEST, partOf(span, Date.parse(stop.until)) - from);
        return (
          <g key={stop.taskIds[0]}>
            <rect
              x={percent(from)}
              width={percent(width)}
              y="1"
              height="16"
              rx="2"
              className={css.segment[lookOf(stop)]}
            >
              <title>{says(stop, index)}</title>
            </rect>
            {width >= NUMBERED && (
              <text x={percent(from + width / 2)} y="13" className={css.number}>
                {stop.late > 0 ? '!' : ''}
                {index + 1}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function BreakSegment({ rest, span }: { rest: Break; span: Span }) {
  const zone = useZone();
  const from = Math.max(0, partOf(span, Date.parse(rest.at)));
  const width = Math.max(NARROWEST, partOf(span, Date.parse(rest.until)) - from);
  return (
    <rect x={percent(from)} width={percent(width)} y="2" height="14" rx="2" className={css.segment.break}>
      <title>{breakText(rest, zone)}</title>
    </rect>
  );
}

const atPart = (part: number) => ({ x1: percent(part), x2: percent(part) });

/** Full hours, as many as fit side by side. */
function hoursOf({ from, until }: Span): number[] {
  const step = Math.max(1, Math.ceil((until - from) / HOUR_MS / MOST_TICKS)) * HOUR_MS;
  const first = Math.ceil(from / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((until - first) / step) + 1) },
    (_, index) => first + index * step,
  );
}

/** The hours above the bars. */
export function Hours({ span }: { span: Span }) {
  const { zone } = useZone();
  return (
    <svg className={css.hours} aria-hidden="true">
      {hoursOf(span).map((hour) => (
        <text key={hour} x={percent(partOf(span, hour))} y="13" className={css.hourText}>
          {formatClock(new Date(hour).toISOString(), { zone, business: zone }).replace(':00', '')}
        </text>
      ))}
    </svg>
  );
}
