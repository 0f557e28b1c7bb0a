/** Describes the installed application. Its name is the network's name. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { networkNames } from '~/domain/network/settings/network.server';
import { checkedResponse } from '~/http/downloads.server';

/** The letters that fit below an icon. */
const MOST_LETTERS = 15;

export function loader({ request }: LoaderFunctionArgs) {
  const { name } = networkNames();
  const manifest = {
    id: '/',
    name,
    short_name: shortened(name),
    description: 'Routes, stops and signatures for parts couriers.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f4f6f8',
    theme_color: '#0b57d0',
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return checkedResponse(request, JSON.stringify(manifest), {
    'Content-Type': 'application/manifest+json',
    'Cache-Control': 'public, no-cache',
  });
}

/** As many whole words as fit, or a part of the first word. */
function shortened(name: string): string {
  const fits = (words: string) => words.length <= MOST_LETTERS;
  const starts = name.split(/\s+/).map((_, index, words) => words.slice(0, index + 1).join(' '));
  return starts.filter(fits).at(-1) ?? name.slice(0, MOST_LETTERS);
}
