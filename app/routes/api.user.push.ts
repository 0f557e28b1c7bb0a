import { getPush, subscribe } from '~/domain/notifications/push/subscriptions.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getPush, PUT: subscribe });
