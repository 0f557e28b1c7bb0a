import { checkMailbox } from '~/domain/intake/ways/check-mailbox.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: checkMailbox });
