/** Finds usernames that can be read as another one. */

// Lowercase letters of other scripts that look like Latin ones: Cyrillic, Greek, Armenian.
const LOOK_LATIN = /^[абеѕіјкмнорсутухһԁԛԝѵӏґвгпԍαβγηικνορτυχωϲյոսցզքհօ]*$/u;
const OTHER = /[\p{scx=Cyrl}\p{scx=Grek}\p{scx=Armn}\p{scx=Copt}\p{scx=Cher}\p{scx=Lisu}]/u;
const LATIN = /\p{sc=Latn}/u;
// Letters of phonetic alphabets, and digits of other scripts than 0 to 9.
const ODD = /[\u0131\u0237\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff\uab30-\uab6f]|(?![0-9])\p{N}/u;

export const LOOKS_LIKE_OTHERS =
  'Username contains letters that look like others. Use plain letters, and one alphabet in each word';

/**
 * Returns true for `аdmin` with a Cyrillic а. Each word must have one alphabet, and must not look like a word
 * in Latin letters.
 */
export const looksLikeOthers = (username: string): boolean =>
  username
    .toLowerCase()
    .split(/[._@-]/)
    .some((word) => {
      const letters = word.replace(/\p{N}/gu, '');
      if (ODD.test(word)) return true;
      return OTHER.test(letters) && (LATIN.test(letters) || LOOK_LATIN.test(letters));
    });
