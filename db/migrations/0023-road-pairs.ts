/** Times by road between places, so that each pair is asked for once. */
export const roadPairs = {
  name: '0023-road-pairs',
  up: `
-- It only saves work: unlogged, it is empty after a crash of the database, and no part of a backup.
create unlogged table road_pairs (
  -- Whose roads, and as of when.
  source text not null,
  -- Rounded coordinates as one number.
  from_place bigint not null,
  to_place bigint not null,
  -- Both null: there is no road.
  seconds integer,
  metres integer,
  asked_on date not null default current_date,
  primary key (source, from_place, to_place)
);
create index road_pairs_age on road_pairs (asked_on);
`,
};
