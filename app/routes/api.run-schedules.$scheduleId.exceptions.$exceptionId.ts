import { removeException } from '~/domain/network/runs/exceptions.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ DELETE: removeException });
