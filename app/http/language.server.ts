/** Decides the language of a page: the person's choice, or for drivers and for people not signed in the browser's. */
import type { Actor } from '~/domain/kernel/actor';
import { may } from '~/domain/kernel/permissions';
import { env } from '~/process/env.server';
import { acceptedLanguage } from '~/words/spoken.server';
import type { Spoken } from '~/words/languages';
import { isBuilt } from './assets.server';

type Headers = Pick<globalThis.Headers, 'get'>;

/** The language that the browser asks for, if there is one like it. */
export function acceptedBy(headers: Headers): Spoken {
  const language = acceptedLanguage(headers.get('Accept-Language'), env.TEST_LANGUAGES === 'on');
  return isBuilt(language) ? language : 'en';
}

/** The office's pages are in English, so other people get another language only by choice. */
export function languageOf(actor: Actor, headers: Headers): Spoken {
  if (actor.language) return isBuilt(actor.language) ? actor.language : 'en';
  return may(actor, 'driveRoute') ? acceptedBy(headers) : 'en';
}
