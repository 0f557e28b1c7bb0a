/**
 * The theme and text size that the signed-in user has chosen. The first HTML contains them, so that nothing flashes.
 */
import { useRouteLoaderData } from '@remix-run/react';
import { useRef } from 'react';
import type { Preferences } from '~/domain/network/users/preferences';
import { themeColor } from '~/ui/tokens.css';

export type Look = Pick<Preferences, 'theme' | 'textSize'>;

const PLAIN: Look = { theme: 'system', textSize: 'normal' };

/** Keeps the last look when the frame could not be loaded. */
export function useLook(): Look {
  const frame = useRouteLoaderData<{ look: Look }>('routes/_app');
  const latest = useRef(PLAIN);
  if (frame) latest.current = frame.look;
  return latest.current;
}

/** Attributes of the document's root element, which the style sheet refers to. */
export const lookAttributes = ({ theme, textSize }: Look) => ({
  'data-theme': theme === 'system' ? undefined : theme,
  'data-text': textSize === 'normal' ? undefined : textSize,
});

/** The color of the browser's own bars. */
export function ThemeColor({ theme }: Pick<Look, 'theme'>) {
  if (theme !== 'system') return <meta name="theme-color" content={themeColor[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={themeColor.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={themeColor.dark} />
    </>
  );
}
