import { createSchedule, listSchedules } from '~/domain/network/runs/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listSchedules, POST: createSchedule });
