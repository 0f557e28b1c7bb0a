import { UpdatedAnswer } from '~/domain/tasks/answers';
import { changeStatus } from '~/domain/tasks/batches.server';
import { photosOf } from '~/domain/tasks/photos.server';
import { ReportStatus } from '~/domain/tasks/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Changes the status of tasks',
      about:
        'All or nothing. A driver completes deliveries with `signature_image` or `typed_name`, and `signed_by`.',
      may: 'changeStatus',
      input: ReportStatus,
      answer: UpdatedAnswer,
      refusals: [404],
    },
    async ({ actor, input: { typed_name, photos = [], ...change } }) =>
      changeStatus(actor, change, { typedName: typed_name, photos: await photosOf(photos) }),
  ),
});
