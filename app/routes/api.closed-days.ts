import { closeDay, listClosedDays } from '~/domain/network/runs/closed-days.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listClosedDays, POST: closeDay });
