import { UpdatedAnswer } from '~/domain/tasks/answers';
import { reportStatus } from '~/domain/tasks/completions.server';
import { proofOf } from '~/domain/tasks/proof.server';
import { ReportStatus } from '~/domain/tasks/schema';
import { api, writePrepared } from '~/http/api.server';

export const { loader, action } = api({
  POST: writePrepared(
    {
      summary: 'Changes the status of tasks',
      about:
        'All or nothing. A driver completes deliveries with `signature_image` or `typed_name`, and `signed_by`.',
      may: 'changeStatus',
      input: ReportStatus,
      answer: UpdatedAnswer,
      refusals: [404],
    },
    ({ actor, input }) => proofOf(actor, input.taskIds, input),
    ({ actor, input: { typed_name, photos, ...change } }, proof) => reportStatus(actor, change, proof),
  ),
});
