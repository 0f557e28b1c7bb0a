/** What the driver's page shows at the moment, for actions and dialogs that have nobody else to ask. */
import type { TaskList } from '~/domain/tasks/board';

export type ShownRoute = TaskList & { driverId: number };

// Written in the browser only, where there is one page and one driver.
let shown: ShownRoute | null = null;

export const rememberRoute = (route: ShownRoute | null) => {
  shown = route;
};
export const rememberedRoute = () => shown;
