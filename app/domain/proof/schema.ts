import * as z from 'zod/v4';
import { id } from '~/domain/schema';

export const ProofLinkChoice = z.object({ linkId: id });
