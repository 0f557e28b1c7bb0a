import { openDay } from '~/domain/network/runs/closed-days.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ DELETE: openDay });
