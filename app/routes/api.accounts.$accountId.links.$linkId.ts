import { revokeAccountLink } from '~/domain/customers/links/links.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ DELETE: revokeAccountLink });
