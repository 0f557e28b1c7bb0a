import { createTask } from '~/domain/tasks/commands.server';
import { listTasks } from '~/domain/tasks/queries.server';
import { CreateTask, ListTasks } from '~/domain/tasks/schema';
import { api, JsonText, read, write } from '~/http/api.server';
import { taskListTag } from '~/http/fast-path.server';

export const { loader, action } = api({
  GET: read(
    ListTasks,
    async ({ actor, input, request }) => {
      const { body, nextCursor } = await listTasks(actor, input);
      if (nextCursor === null) return new JsonText(body);
      const next = new URL(request.url);
      next.searchParams.set('cursor', nextCursor);
      return new JsonText(body, { Link: `<${next.pathname}${next.search}>; rel="next"` });
    },
    { etag: ({ actor, input }) => taskListTag(actor, input.driverOnly) },
  ),
  POST: write(CreateTask, ({ actor, input }) => createTask(actor, input), { status: 201 }),
});
