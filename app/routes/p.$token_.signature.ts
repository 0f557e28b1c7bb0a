import type { LoaderFunctionArgs } from '@remix-run/node';
import { openSignature } from '~/domain/proof/shared.server';
import { sharedImage } from '~/http/shared-proof.server';

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  sharedImage(request, 'signature', () => openSignature(params.token ?? '', context.clientIp));
