import { changeStatus } from '~/domain/tasks/batches.server';
import { ChangeStatus } from '~/domain/tasks/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(ChangeStatus, ({ actor, input }) => changeStatus(actor, input)),
});
