import { changeSchedule, deleteSchedule, getSchedule } from '~/domain/network/runs/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getSchedule, PATCH: changeSchedule, DELETE: deleteSchedule });
