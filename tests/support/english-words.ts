/** Finds English words in texts of another language. */
import { readdirSync, readFileSync } from 'node:fs';

/** Frequent words of the application that are no words of Spanish. */
const ENGLISH =
  /(?<![\p{L}_])(?:the|your|you|is|are|was|were|this|that|with|without|will|be|been|not|and|or|of|to|at|by|from|for|on|in|it|has|have|please|again|try|must|most|least|task|tasks|stop|stops|driver|delivery|delivered|pickup|photo|photos|signature|password|username|name|email|required|expected|invoice|where|reply|call|load|page|day|days|message|office|send|proof|location|completed|removed|changed|moved|assigned|set|back|took|route|urgent|deleted|archived|no one|done|about|going|complete|completing|could|hold|next|active|edit|order|navigate|details|need|needs|late|waiting|sign|take|close|closed|reason|report|other|refused|wrong|settings|logout|live|offline|updated|refresh|deliver|high|note|notes|customer|last|created|edited|save|saved|language|share|sign in|choose|clear|suggest|show|apply|applied|distance|time|move|top|up|down|drag|discard|accepted|update|new|added|include|start|end|result|help|hours|break|shift|today|undo|dismiss|failed|stopped|reload|retry|battery|never|someone|something|nobody|there|here|welcome|link|works|register|remember|change|old|off|only|when|which|who|what|all|any|some|more|than|after|before|then|yesterday|ago|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|october|december)(?![\p{L}_])/giu;

const wordsIn = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

const wordsOf = (language: 'en' | 'es') =>
  readdirSync(`app/words/${language}`).flatMap((file) =>
    wordsIn(readFileSync(`app/words/${language}/${file}`, 'utf8')),
  );

/** Words of the English dictionaries that are in none of the Spanish ones. */
const ONLY_ENGLISH = new Set(wordsOf('en'));
for (const word of wordsOf('es')) ONLY_ENGLISH.delete(word);

/** Returns the English words of a text, without repetitions. */
export const englishWordsIn = (text: string): string[] => [
  ...new Set([
    ...[...text.matchAll(ENGLISH)].map(([word]) => word.toLowerCase()),
    ...wordsIn(text).filter((word) => ONLY_ENGLISH.has(word)),
  ]),
];

/** Returns the text that a page shows, without tags, scripts and styles. */
export const textOfPage = (html: string): string =>
  html
    .replace(/^[\s\S]*?<body[^>]*>/, '')
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
