import { TaskAnswer, TasksAnswer } from '~/domain/tasks/answers';
import { createTask } from '~/domain/tasks/commands.server';
import { listTasks } from '~/domain/tasks/queries.server';
import { CreateTask, ListTasks } from '~/domain/tasks/schema';
import { api, JsonText, read, write } from '~/http/api.server';
import { taskListTag } from '~/http/fast-path.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'The tasks that are not archived',
      about:
        'What is under way first, then the order of each route. `status` takes several, with commas; `driver_id=null` is unassigned.',
      may: 'readTasks',
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
    { etag: ({ actor, input }) => taskListTag(actor, input.driverOnly) },
  ),
  POST: write(
    {
      summary: 'Makes a task',
      about:
        'Without `driver_id` the first driver of your first dealership gets it; null leaves it unassigned.',
      may: 'createTask',
      input: CreateTask,
      answer: TaskAnswer,
      status: 201,
    },
    ({ actor, input }) => createTask(actor, input),
  ),
});
