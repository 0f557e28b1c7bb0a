import type { LoaderFunctionArgs } from '@remix-run/node';
import { openPhoto } from '~/domain/customers/links/open.server';
import { sharedImage } from '~/http/downloads.server';
import { partOf } from '~/components/proof/part-of.server';

export const loader = ({ request, params, context }: LoaderFunctionArgs) => {
  const { delivery } = partOf(request);
  const number = /^[1-9]$/.test(params.number ?? '') ? Number(params.number) : 9;
  return sharedImage(request, 'photo', () =>
    openPhoto(params.token ?? '', { delivery, number }, context.clientIp),
  );
};
