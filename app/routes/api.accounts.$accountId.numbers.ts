import { addNumber, listNumbers } from '~/domain/intake/inbox/numbers.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listNumbers, POST: addNumber });
