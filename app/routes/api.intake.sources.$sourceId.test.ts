import { testSource } from '~/domain/intake/ways/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: testSource });
