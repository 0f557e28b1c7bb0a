import { Gone } from '~/domain/answers';
import { NoInput } from '~/domain/schema';
import { WebhookAnswer } from '~/domain/webhooks/answers';
import { deleteWebhook, updateWebhook } from '~/domain/webhooks/commands.server';
import { getWebhook } from '~/domain/webhooks/queries.server';
import { UpdateWebhook } from '~/domain/webhooks/schema';
import { api, pathId, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'One webhook', may: 'manageWebhooks', input: NoInput, answer: WebhookAnswer },
    ({ actor, params }) => getWebhook(actor, pathId(params.webhookId)),
  ),
  PATCH: write(
    {
      summary: 'Changes a webhook',
      about: 'Any subset. Switched on again, it goes on with what is waiting.',
      may: 'manageWebhooks',
      input: UpdateWebhook,
      answer: WebhookAnswer,
    },
    ({ actor, input, params }) => updateWebhook(actor, pathId(params.webhookId), input),
  ),
  DELETE: write(
    {
      summary: 'Deletes a webhook',
      about: 'What is still waiting goes with it.',
      may: 'manageWebhooks',
      input: NoInput,
      answer: Gone,
    },
    ({ actor, params }) => deleteWebhook(actor, pathId(params.webhookId)),
  ),
});
