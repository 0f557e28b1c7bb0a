import { answerText } from '~/domain/intake/inbox/commands.server';
import { getDocument } from '~/domain/intake/inbox/documents.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getDocument, PATCH: answerText });
