import { NoInput } from '~/domain/schema';
import { NewWebhookAnswer } from '~/domain/webhooks/answers';
import { renewSecret } from '~/domain/webhooks/commands.server';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Makes a new secret',
      about: 'Said this once. The old one is worth nothing from now on.',
      may: 'manageWebhooks',
      input: NoInput,
      answer: NewWebhookAnswer,
    },
    ({ actor, params }) => renewSecret(actor, pathId(params.webhookId)),
    { repeated: ({ secret, ...webhook }) => webhook },
  ),
});
