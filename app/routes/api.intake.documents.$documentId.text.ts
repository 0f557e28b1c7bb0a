import { answerText } from '~/domain/intake/inbox/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: answerText });
