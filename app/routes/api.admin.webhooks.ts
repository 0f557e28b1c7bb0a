import { createWebhook, listWebhooks } from '~/domain/notifications/webhooks/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listWebhooks, POST: createWebhook });
