import { sendDocument } from '~/domain/intake/inbox/documents.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: sendDocument });
