import { ListTasks } from '~/domain/tasks/model/schema';
import { TasksAnswer } from '~/domain/tasks/model/answers';
import { createTask } from '~/domain/tasks/lifecycle/commands.server';
import { listTasks, listTasksVersion, wholeListKey } from '~/domain/tasks/store/queries.server';
import { JsonText, api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'The tasks that are not archived',
      about:
        'Going tasks first, then by route order. `status` takes several values, separated by commas; `driver_id=null` means unassigned.',
      may: 'readTasks',
      scoped: true,
      input: ListTasks,
      answer: TasksAnswer,
      paged: true,
    },
    async ({ actor, input, request }) => {
      const { body, nextCursor } = await listTasks(actor, input);
      if (nextCursor === null) return new JsonText(body);
      const next = new URL(request.url);
      next.searchParams.set('cursor', nextCursor);
      return new JsonText(body, { Link: `<${next.pathname}${next.search}>; rel="next"` });
    },
    {
      versionOf: async ({ actor, input }) => {
        const version = await listTasksVersion(actor, { driverOnly: input.driverOnly });
        const key = wholeListKey(actor, input);
        return {
          etag: `W/"${String(actor.id)}-${String(version)}"`,
          ...(key && { cacheBy: { key, version } }),
        };
      },
    },
  ),
  POST: createTask,
});
