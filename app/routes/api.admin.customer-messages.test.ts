import { sendTestMessage } from '~/domain/customers/messages/trial.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: sendTestMessage });
