import { NoInput } from '~/domain/schema';
import { DeliveryAnswer } from '~/domain/webhooks/answers';
import { sendTest } from '~/domain/webhooks/commands.server';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Sends a test',
      about: 'What comes of it stands in the deliveries.',
      may: 'manageWebhooks',
      input: NoInput,
      answer: DeliveryAnswer,
      status: 201,
    },
    ({ actor, params }) => sendTest(actor, pathId(params.webhookId)),
  ),
});
