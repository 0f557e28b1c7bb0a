import * as z from 'zod/v4';
import { DeliveryAnswer } from '~/domain/webhooks/answers';
import { listDeliveries } from '~/domain/webhooks/queries.server';
import { ListDeliveries } from '~/domain/webhooks/schema';
import { api, pathId, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'What a webhook was told in the last 30 days, latest first',
      about: '`before` is the place of the last delivery of the page before.',
      may: 'manageWebhooks',
      input: ListDeliveries,
      answer: z.array(DeliveryAnswer),
    },
    ({ actor, input, params }) => listDeliveries(actor, pathId(params.webhookId), input),
  ),
});
