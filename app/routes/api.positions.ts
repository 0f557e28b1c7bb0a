import { sendPositions } from '~/domain/tracking/commands.server';
import { listLastPositions } from '~/domain/tracking/last-positions.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listLastPositions, POST: sendPositions });
