/**
 * The direction in which a driver goes, since when the driver stands, and the drive by road from there to the
 * next stop.
 */
export const drivesOfPositions = {
  name: '0051-drives-of-positions',
  up: `
alter table last_positions
  -- Degrees from north, of the way from the position before; null for one that has hardly moved.
  add column heading smallint check (heading between 0 and 359),
  -- The place that the driver has not left since.
  add column still_since timestamptz,
  add column still_latitude double precision,
  add column still_longitude double precision,
  -- The position that roads were asked about, and where to. It goes with the row: pairs of positions are remembered nowhere.
  add column drive_at timestamptz,
  add column drive_to bigint,
  add column drive_seconds real;

-- One instance at a time asks for roads that no route knows yet, once for each version of the lists.
alter table arrival_rounds
  add column roads_version bigint not null default -1,
  add column roads_until timestamptz not null default '-infinity';
`,
};
