/** Values of a page that the server provides. Some come with the document; others exist only while it is rendered. */
import { createContext, useRef, type ReactNode } from 'react';
import { useRouteLoaderData } from '@remix-run/react';
import type { Preferences } from '~/domain/network/users/preferences';
import type { Head } from '~/http/assets.server';
import type { DrawRuns, DrawTimes } from '~/http/drawn-times';
import { themeColor } from '~/ui/tokens.css';

type Page = Head & {
  /** In browsers: the routes of the document. It contains the style rules for them. */
  routes?: string[];
  nonce?: string;
  /** The script of the sign-in page, and the paths of the files that the next pages need. */
  signIn?: { script: string; next: string[] };
  /** The markup of a part of the page. It is made once for each object and `view`. */
  markupOf?: (of: object, view: string, part: ReactNode) => string;
  /** Draws the times of the board's drivers. The browser draws them after it has loaded the code for that. */
  drawTimes?: DrawTimes | undefined;
  drawRuns?: DrawRuns | undefined;
};

export const PageContext = createContext<Page>({});

/** The `handle` of a page without React in the browser. */
export const PLAIN = Symbol('plain');

/** The choice of the signed-in user. The first HTML has it, so that the page does not change while it loads. */
export type Look = Pick<Preferences, 'theme' | 'textSize' | 'boardView'>;

const PLAIN_LOOK: Look = { theme: 'system', textSize: 'normal', boardView: 'counts' };

/** Keeps the last look when the frame could not be loaded. */
export function useLook(): Look {
  const frame = useRouteLoaderData<{ look: Look }>('routes/_app');
  const latest = useRef(PLAIN_LOOK);
  if (frame) latest.current = frame.look;
  return latest.current;
}

/** Returns the number of documents that wait in the inbox. */
export const useInboxCount = (): number =>
  useRouteLoaderData<{ inbox: number | null }>('routes/_app')?.inbox ?? 0;

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
