import * as z from 'zod/v4';
import { NoInput } from '~/domain/schema';
import { NewWebhookAnswer, WebhookAnswer } from '~/domain/webhooks/answers';
import { createWebhook } from '~/domain/webhooks/commands.server';
import { listWebhooks } from '~/domain/webhooks/queries.server';
import { CreateWebhook } from '~/domain/webhooks/schema';
import { api, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'Webhooks', may: 'manageWebhooks', input: NoInput, answer: z.array(WebhookAnswer) },
    ({ actor }) => listWebhooks(actor),
  ),
  POST: write(
    {
      summary: 'Makes a webhook',
      about: 'Says the secret that its deliveries are signed with, this once.',
      may: 'manageWebhooks',
      input: CreateWebhook,
      answer: NewWebhookAnswer,
      status: 201,
    },
    ({ actor, input }) => createWebhook(actor, input),
    { repeated: ({ secret, ...webhook }) => webhook },
  ),
});
