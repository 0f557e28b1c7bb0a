/** Finds English words in texts of another language. */

/** Frequent words of the application that are no words of Spanish. */
const ENGLISH =
  /\b(?:the|your|you|is|are|was|were|this|that|with|without|will|be|been|not|and|or|of|to|at|by|from|for|on|in|it|has|have|please|again|try|must|most|least|task|tasks|stop|stops|driver|delivery|delivered|pickup|photo|photos|signature|password|username|name|email|required|expected|invoice|where|reply|call|load|page|day|days|message|office|send|proof|location|completed|removed|changed|moved|assigned|set|back|took|route|urgent|deleted|archived)\b/gi;

/** Returns the English words of a text, without repetitions. */
export const englishWordsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(ENGLISH)].map(([word]) => word.toLowerCase())),
];

/** Returns the text that a page shows, without tags, scripts and styles. */
export const textOfPage = (html: string): string =>
  html
    .replace(/^[\s\S]*?<body[^>]*>/, '')
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
