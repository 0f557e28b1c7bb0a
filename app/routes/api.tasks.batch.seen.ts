import { MarkSeen } from '~/domain/tasks/schema';
import { markSeen } from '~/domain/tasks/seen.server';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(MarkSeen, ({ actor, input }) => markSeen(actor, input)),
});
