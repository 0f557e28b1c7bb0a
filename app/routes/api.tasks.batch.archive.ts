import { archiveTasks } from '~/domain/tasks/batches.server';
import { ArchiveTasks } from '~/domain/tasks/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(ArchiveTasks, ({ actor, input }) => archiveTasks(actor, input)),
});
