/** A loader leaves this in the context of its request, for the rendering of the page. Browsers draw it themselves. */

/** Markup about the times of drivers. */
export type Times = {
  /** Names the hours above the dots. */
  hours: string;
  /** The attributes of the present time's place. */
  now: { 'data-tens': number; 'data-units': number };
  of: ReadonlyMap<number, DriverTimes>;
  /** Another one for other times. */
  key: string;
};
/** `strip`: a dot for each stop. `end`: when the last stop is done, and what is wrong with that. */
export type DriverTimes = { strip: string; end: string };

type Draw<Drawn> = (zone: { zone: string; business: string }, search: string) => Drawn;
export type DrawTimes = Draw<Times>;
/** The runs above the board. */
export type DrawRuns = Draw<string>;
