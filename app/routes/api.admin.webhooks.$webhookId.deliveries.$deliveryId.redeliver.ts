import * as z from 'zod/v4';
import { NoInput } from '~/domain/schema';
import { DeliveryAnswer } from '~/domain/webhooks/answers';
import { redeliver } from '~/domain/webhooks/commands.server';
import { api, pathId, pathUuid, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Sends a delivery once more',
      about: 'Under the same id, and now if it is waiting to be tried again.',
      may: 'manageWebhooks',
      path: { deliveryId: z.uuid() },
      input: NoInput,
      answer: DeliveryAnswer,
    },
    ({ actor, params }) => redeliver(actor, pathId(params.webhookId), pathUuid(params.deliveryId)),
  ),
});
