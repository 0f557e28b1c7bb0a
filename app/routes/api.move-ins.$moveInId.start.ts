import { startMoveIn } from '~/modules/move-in/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: startMoveIn });
