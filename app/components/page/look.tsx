/** How the signed-in user wants pages to look: in the first HTML, so that nothing flashes. */
import { useRouteLoaderData } from '@remix-run/react';
import { useRef } from 'react';
import type { Preferences } from '~/domain/network/users/preferences';
import { themeColor } from '~/ui/tokens.css';

export type Look = Pick<Preferences, 'theme' | 'textSize'>;

const PLAIN: Look = { theme: 'system', textSize: 'normal' };

/** Stays as it was where the frame could not be loaded. */
export function useLook(): Look {
  const frame = useRouteLoaderData<{ look: Look }>('routes/_app');
  const latest = useRef(PLAIN);
  if (frame) latest.current = frame.look;
  return latest.current;
}

/** For the document's root element; the style sheet knows these. */
export const lookAttributes = ({ theme, textSize }: Look) => ({
  'data-theme': theme === 'system' ? undefined : theme,
  'data-text': textSize === 'normal' ? undefined : textSize,
});

/** The browser's own bars. */
export function ThemeColor({ theme }: Pick<Look, 'theme'>) {
  if (theme !== 'system') return <meta name="theme-color" content={themeColor[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={themeColor.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={themeColor.dark} />
    </>
  );
}
