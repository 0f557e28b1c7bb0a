/**
 * Draws the runs above the board. The server draws the first page, and browsers load this code after it: it makes
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

export const drawRuns = (runs: StripRun[], view: View): string =>
  runs.map((run) => drawRun(run, view)).join('');

function drawRun(run: StripRun, { now, zone, search }: View): string {
  const { id, name, departsAt, cutoffAt, state, driverId, stops } = run;
  const left = Date.parse(cutoffAt) - now;
  const at = (iso: string, day?: string) => formatTime(iso, zone, day, true);
  // The day is said once.
  const closesAt = at(cutoffAt, wallClock(new Date(departsAt), zone.zone).date);
  const isOut = state === 'out';
  const words = [
    `${name} ${at(departsAt)}`,
    `${String(stops)} ${stops === 1 ? 'stop' : 'stops'}${isOut ? ' left' : ''}`,
    state === 'building' &&
      (left > 0 ? `closes ${closesAt}${left > COUNTED_MS ? '' : ` (${minutesLabel(left)})`}` : 'closing'),
    state === 'closed' && 'closed',
    isOut && 'out',
    !isOut && driverId === null && 'no driver',
  ].filter(Boolean);
  const isSoon = state === 'building' ? left <= SOON_MS || driverId === null : !isOut && driverId === null;
  const is = isOut ? 'out' : isSoon ? 'soon' : 'waiting';
  const href = withView(`/dispatcher/run/${String(id)}`, search);
  return `<a class="${css.chip}" data-run="${String(id)}" data-is="${is}" href="${textOf(href)}">${textOf(words.join(' · '))}</a>`;
}

/** A part of a minute counts as one: "(1 min)" is shown until the cut-off. */
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
    before.textContent = link.textContent;
    before.href = link.getAttribute('href') ?? '';
    before.dataset.is = link.dataset.is;
    return before;
  });
  if (links.some((link, index) => link !== place.children[index]) || links.length < place.children.length)
    place.replaceChildren(...links);
  if (focused instanceof HTMLElement && place.contains(focused)) focused.focus({ preventScroll: true });
}
