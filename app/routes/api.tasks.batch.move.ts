import { moveTasks } from '~/domain/tasks/move.server';
import { MoveTasks } from '~/domain/tasks/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(MoveTasks, ({ actor, input }) => moveTasks(actor, input)),
});
