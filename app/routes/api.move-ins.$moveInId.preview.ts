import { previewMoveIn } from '~/modules/move-in/preview.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: previewMoveIn });
