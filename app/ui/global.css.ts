/** Default styles of the document. */
import { globalStyle } from '@vanilla-extract/css';
import { color, media, radius, text, weight } from './tokens.css';

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' });
globalStyle('html', {
  fontFamily: '"Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, system-ui, sans-serif',
  lineHeight: 1.4,
  fontVariantNumeric: 'tabular-nums',
  WebkitTextSizeAdjust: '100%',
  accentColor: color.focus,
});
globalStyle('body', { margin: 0, fontSize: text.body, color: color.ink, background: color.page });
globalStyle('h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset', { margin: 0, padding: 0 });
globalStyle('fieldset', { border: 0, minWidth: 0 });
globalStyle('ul, ol', { listStyle: 'none' });
globalStyle('h1, h2, h3, h4, b, strong', { fontWeight: weight.bold });
globalStyle('th, dt', { fontWeight: weight.medium });
globalStyle('h1', { fontSize: text.title });
globalStyle('h2', { fontSize: text.large });
globalStyle('h3', { fontSize: text.body });
globalStyle('img', { maxWidth: '100%', height: 'auto' });
globalStyle('a', { color: color.focus });
globalStyle('a[href^="tel:"]', { whiteSpace: 'nowrap' });
globalStyle('button, input, select, textarea', { font: 'inherit', color: 'inherit' });
globalStyle('::placeholder', { color: color.muted, opacity: 1 });
globalStyle(':focus-visible', {
  outline: `2px solid ${color.focus}`,
  outlineOffset: '2px',
  borderRadius: radius,
});
globalStyle('input:is([type="checkbox"], [type="radio"])', {
  width: '1.125rem',
  height: '1.125rem',
  flex: 'none',
});
// Marks searched words.
globalStyle('mark', {
  background: `color-mix(in srgb, ${color.nextRoute} 30%, transparent)`,
  color: 'inherit',
  borderRadius: '2px',
});
globalStyle('[hidden]', { display: 'none !important' });
globalStyle('*, *::before, *::after', {
  '@media': {
    [media.still]: { animation: 'none !important', transition: 'none !important', scrollBehavior: 'auto' },
  },
});
// A live region must exist before its message. While it is empty it takes no space, not even a gap.
globalStyle('[role=status]:empty', { position: 'absolute' });
