import { listReplies } from '~/domain/customers/messages/queries.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listReplies });
