import { listDocuments } from '~/domain/intake/inbox/documents.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listDocuments });
