import type { LoaderFunctionArgs } from '@remix-run/node';
import { openSignature } from '~/domain/customers/links/open.server';
import { sharedImage } from '~/http/downloads.server';
import { partOf } from '~/components/proof/part-of.server';

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  sharedImage(request, 'signature', () =>
    openSignature(params.token ?? '', partOf(request).delivery, context.clientIp),
  );
