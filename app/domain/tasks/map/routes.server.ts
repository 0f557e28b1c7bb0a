/** The next stops of each driver, with what lies between them. Part of the board's one query. */
import { toLatLng } from '~/domain/routing/coordinates';
import { estimateRoute } from '~/domain/routing/distance';
import type { BoardRoute, BoardStop } from '~/domain/tasks/board/board';

// Held tasks are nowhere on the map. Only what is pending or under way belongs to the route; the rest follows it.
const NEXT_STOPS = 4;
export const ROUTES = `
  with named as (
    select *, lower(regexp_replace(trim(location), '\\s+', ' ', 'g')) as name from tasks
    where not archived and status not in ('hold', 'completed')
  ), placed as (
    -- As \`placeKey\`. The key of an address is dear: it is asked for only where one name has several.
    select *, case when min(address) over same <> max(address) over same then address_key(address) end as key
    from named window same as (partition by driver_id, name)
  ), stops as (
    select driver_id, bool_or(status = 'going') as going, min(coalesce(order_index, 999)) as place,
      (array_agg(location order by status = 'going' desc, order_index, id))[1] as location,
      (array_agg(address order by status = 'going' desc, order_index, id))[1] as address,
      bool_or(status in ('going', 'pending')) as active,
      json_agg(json_build_array(latitude, longitude, geo_precision) order by order_index, id)
        filter (where latitude is not null) -> 0 as at,
      json_agg(json_build_object('id', id, 'type', type, 'status', status, 'priority', priority)
               order by status = 'going' desc, order_index, id) as tasks
    from placed group by driver_id, name, key
  ), numbered as (
    select *, row_number() over (partition by driver_id order by going desc, place, location) as n from stops
  )
  select driver_id as "driverId", count(*) as "stopCount", json_build_array(d.latitude::text, d.longitude::text) as start,
    json_agg(json_build_object('at', at, 'active', active) order by n) as stops,
    json_agg(json_build_object('location', r.location, 'address', r.address, 'tasks', tasks) order by n)
      filter (where n <= ${String(NEXT_STOPS)}) as next
  from numbered r left join users u on u.id = r.driver_id left join dealership_locations d on d.name = u.dealerships[1]
  group by driver_id, d.name order by driver_id nulls first`;

type Degrees = string | null;

/** As the query answers it. */
export type StoredRoute = {
  driverId: number | null;
  stopCount: number;
  start: [Degrees, Degrees];
  stops: { at: [Degrees, Degrees, string | null] | null; active: boolean }[];
  next: Omit<BoardStop, 'metres' | 'place'>[];
};

/** Estimates what each leg and the whole route take. A list of nobody's tasks is no route. */
export function withDistances({ driverId, stopCount, start, stops, next }: StoredRoute): BoardRoute {
  const places = stops.map(({ at }) => (at ? toLatLng(at[0], at[1]) : null));
  const onRoute = places.filter((_, index) => driverId !== null && stops[index]?.active);
  const { metres, minutes, legs } = estimateRoute(toLatLng(...start), onRoute);
  // Active stops come first, so the legs are those of the first stops.
  return {
    driverId,
    stopCount,
    next: next.map((stop, index) => ({
      ...stop,
      metres: legs[index] ?? null,
      place: places[index] ? (isRough(stops[index]?.at?.[2]) ? 'approximate' : 'exact') : null,
    })),
    estimate: onRoute.length > 0 ? { metres, minutes, stopCount: onRoute.length } : null,
  };
}

/** Known by its ZIP code or city only. */
const isRough = (precision: string | null | undefined) =>
  precision === 'approximate' || precision === 'doubtful';
