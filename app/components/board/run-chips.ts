/**
 * Draws the runs above the drivers. The server draws the first page, and browsers load this code after it: it makes
 * markup, so that the page's own code needs no part of it.
 */
import { durationLabel, wallClock } from '~/domain/kernel/time';
import { SOON_MS, type StripRun } from '~/domain/views/board/board';
import { formatTime, type Zone } from '~/ui/time';
import { withView } from './board-links';
import { textOf } from './text-of';
import * as css from './run-chips.css';

type View = {
  /** Milliseconds since 1970. */
  now: number;
  zone: Zone;
  /** The search of the page's address, which links keep. */ search: string;
};

const MINUTE_MS = 60_000;
/** Before that, the time of the cut-off says enough. */
const COUNTED_MS = 180 * MINUTE_MS;
/** The bar of the time that is left is full before that. */
const BAR_MS = 60 * MINUTE_MS;
/** All have the same width, so that nothing is cut or moves. */
const CELLS = 6;

/** One cell for the runs that are out, one for each of the next, and one for the rest. */
export function drawRuns(runs: StripRun[], view: View): string {
  const out = runs.filter(({ state }) => state === 'out');
  const waiting = runs.filter(({ state }) => state !== 'out');
  const room = CELLS - (out.length > 0 ? 1 : 0);
  const shown = waiting.length > room ? waiting.slice(0, room - 1) : waiting;
  const rest = waiting.slice(shown.length);
  return [
    out.length > 0 && drawFolded(out, 'out', view),
    ...shown.map((run) => drawRun(run, view)),
    rest.length > 0 && drawFolded(rest, 'more', view),
  ]
    .filter(Boolean)
    .join('');
}

const nounOf = (count: number) => (count === 1 ? 'stop' : 'stops');

function drawRun(run: StripRun, { now, zone, search }: View): string {
  const { id, name, departsAt, cutoffAt, state, driverId, stops } = run;
  const left = Date.parse(cutoffAt) - now;
  const at = (iso: string, day?: string) => formatTime(iso, zone, day, true);
  // The day is said once.
  const closesAt = at(cutoffAt, wallClock(new Date(departsAt), zone.zone).date);
  const isBuilding = state === 'building';
  const isCounted = left <= COUNTED_MS;
  const isAlone = driverId === null;
  const inMinutes = minutesLabel(left);
  const words = [
    `${name} ${at(departsAt)}`,
    `${String(stops)} ${nounOf(stops)}`,
    isBuilding && (left > 0 ? `closes ${closesAt}${isCounted ? ` (${inMinutes})` : ''}` : 'closing'),
    state === 'closed' && 'closed',
    isAlone && 'no driver',
  ];
  const stateWords = isBuilding
    ? left > 0
      ? isCounted
        ? `${inMinutes} left`
        : `closes ${closesAt}`
      : 'closing'
    : 'closed';
  const is = isAlone ? 'alone' : isBuilding && left <= SOON_MS ? 'soon' : 'waiting';
  const share = isBuilding ? Math.round(100 * Math.min(1, Math.max(0, left / BAR_MS))) : 0;
  return cellOf({
    key: String(id),
    is,
    href: withView(`/dispatcher/run/${String(id)}`, search),
    label: words.filter(Boolean).join(' · '),
    title: name,
    count: String(stops),
    about: `${at(departsAt)} · ${isAlone ? 'no driver' : stateWords}`,
    share,
  });
}

function drawFolded(runs: StripRun[], what: 'out' | 'more', { search }: View): string {
  const namesOf = (some: StripRun[]) => [...new Set(some.map(({ name }) => name))].join(', ');
  const title = `${String(runs.length)} ${what}`;
  const alone = what === 'out' ? [] : runs.filter(({ driverId }) => driverId === null);
  const names = alone.length > 0 ? `${namesOf(alone)}: no driver` : namesOf(runs);
  return cellOf({
    key: what,
    is: alone.length > 0 ? 'alone' : what,
    href: withView('/dispatcher/runs', search),
    label: `${title}: ${names}`,
    title,
    count: '',
    about: names,
    share: 0,
  });
}

type Cell = {
  key: string;
  is: string;
  href: string;
  label: string;
  title: string;
  count: string;
  about: string;
  /** The time that is left, in percent of the bar. */
  share: number;
};

const cellOf = ({ key, is, href, label, title, count, about, share }: Cell) =>
  `<a class="${css.cell}" data-run="${key}" data-is="${is}" href="${textOf(href)}" aria-label="${textOf(label)}" title="${textOf(label)}"><b>${textOf(title)}</b><span>${count}</span><span>${textOf(about)}</span>${share > 0 ? `<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${String(share)}" height="1"/></svg>` : ''}</a>`;

/** A part of a minute counts as one: "1 min left" is shown until the cut-off. */
const minutesLabel = (ms: number) => durationLabel(Math.ceil(ms / MINUTE_MS));

/** Draws them anew. Links stay the same elements, so that the focus stays. In browsers only. */
export function showRuns(place: HTMLElement, runs: StripRun[], view: View): void {
  const drawn = document.createElement('template');
  drawn.innerHTML = drawRuns(runs, view);
  const focused = document.activeElement;
  const links = [...drawn.content.querySelectorAll('a')].map((link) => {
    const before = place.querySelector(`[data-run="${link.dataset.run ?? ''}"]`);
    if (!(before instanceof HTMLAnchorElement)) return link;
    if (before.outerHTML === link.outerHTML) return before;
    before.innerHTML = link.innerHTML;
    for (const { name, value } of link.attributes) before.setAttribute(name, value);
    return before;
  });
  if (links.some((link, index) => link !== place.children[index]) || links.length < place.children.length)
    place.replaceChildren(...links);
  if (focused instanceof HTMLElement && place.contains(focused)) focused.focus({ preventScroll: true });
}
