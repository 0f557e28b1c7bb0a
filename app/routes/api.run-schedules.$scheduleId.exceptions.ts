import { listExceptions, saveException } from '~/domain/network/runs/exceptions.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listExceptions, POST: saveException });
