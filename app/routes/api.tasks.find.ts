import { findTasks } from '~/domain/tasks/find.server';
import { FindTasks } from '~/domain/tasks/schema';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(FindTasks, async ({ actor, input }) => await findTasks(actor, input.q)),
});
