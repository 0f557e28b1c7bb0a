import { tryLayout } from '~/domain/intake/inbox/layouts.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: tryLayout });
