/** The present routes as the search begins, without stops that may not stay where they are. */
import type { Model } from './plan-model';
import type { Routes } from './routes';

export function buildInitialRoutes(model: Model, routes: Routes): void {
  model.problem.drivers.forEach(({ route, fixed }, driver) => {
    const may = route.filter((stop) => mayStay(model, route, stop, driver));
    may.forEach((stop, i) => routes.insert(stop, i === 0 ? routes.startOf(driver) : (may[i - 1] ?? 0)));
    if (fixed > 0) routes.gate[driver] = route[fixed - 1] ?? 0;
    routes.refresh(driver);
    while (!routes.isAllowed(driver)) {
      const last = routes
        .stopsOf(driver)
        .filter((stop) => (model.unitOf[stop] ?? -1) >= 0)
        .pop();
      if (last === undefined) break;
      routes.take(model.unitOf[last] ?? 0);
      routes.refresh(driver);
    }
  });
  removeOrphans(model, routes);
  const isAbsent = new Set(routes.absent.subarray(0, routes.absentCount));
  for (let unit = 0; unit < model.unitCount; unit += 1) {
    if (isAbsent.has(unit) || (routes.routeOf[model.first[unit] ?? 0] ?? -1) >= 0) continue;
    routes.absent[routes.absentCount] = unit;
    routes.absentCount += 1;
  }
}

/** Takes out the pickups whose delivery did not stay in the same route. */
function removeOrphans({ deliveryOf, first }: Model, routes: Routes): void {
  deliveryOf.forEach((delivery, unit) => {
    const driver = routes.routeOf[first[unit] ?? 0] ?? -1;
    if (delivery < 0 || driver < 0 || routes.routeOf[delivery] === driver) return;
    routes.take(unit);
    routes.refresh(driver);
  });
}

/**
 * A stop stays if it can't move. A unit stays if this driver may have it, and the whole unit is here in its
 * order.
 */
function mayStay(model: Model, route: readonly number[], stop: number, driver: number): boolean {
  const unit = model.unitOf[stop] ?? -1;
  if (unit < 0) return true;
  if (model.price[unit * model.driverCount + driver] === Infinity) return false;
  const delivery = model.deliveryOf[unit] ?? -1;
  const then = delivery < 0 ? (model.then[unit] ?? -1) : delivery;
  if (then < 0) return true;
  const at = route.indexOf(model.first[unit] ?? 0);
  return at >= 0 && at < route.indexOf(then);
}
