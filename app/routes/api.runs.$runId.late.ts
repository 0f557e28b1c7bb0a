import { addLateToRun } from '~/domain/scheduling/runs/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: addLateToRun });
