import { changeStatus } from '~/domain/tasks/batches.server';
import { photosOf } from '~/domain/tasks/photos.server';
import { ReportStatus } from '~/domain/tasks/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(ReportStatus, async ({ actor, input: { typed_name, photos = [], ...change } }) =>
    changeStatus(actor, change, { typedName: typed_name, photos: await photosOf(photos) }),
  ),
});
