import { whenIdle } from './lazy-or';

const decoded: HTMLImageElement[] = [];

/**
 * Decodes all icons of the style sheet, one at a time while nothing else is to do. To Chromium each icon is a document
 * of its own: the seven new ones of a driver's panel took an old PC 70 ms while it opened.
 */
export function decodeIcons(): void {
  const rules = [...document.styleSheets]
    // Another server's sheet can't be read.
    .filter(({ href }) => href?.startsWith(window.location.origin))
    .flatMap(({ cssRules }) => [...cssRules]);
  const images = rules.map((rule) => (rule instanceof CSSStyleRule ? rule.style.maskImage : ''));
  const addresses = images.map((image) => /^url\("(data:.*)"\)$/.exec(image)?.[1] ?? '');
  decode([...new Set(addresses)].filter(Boolean));
}

function decode([first, ...rest]: string[]): void {
  if (first === undefined) return;
  const image = new Image();
  // Masks are requested in this mode.
  image.crossOrigin = 'anonymous';
  image.src = first;
  // The browser drops the decoded image of an element that is gone.
  decoded.push(image);
  whenIdle(() => {
    decode(rest);
  });
}
