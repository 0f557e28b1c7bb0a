/**
 * The icons, as style rules: an icon is a mask in the color of the text, so it needs no code in the browser, and a page
 * contains only those that it uses. An icon stands beside a word, or on an element with an accessible name.
 *
 * The paths are those of Lucide (https://lucide.dev), whose license is in lucide-license.txt.
 */

const line = (...paths: string[]) => paths.map((path) => `<path d='${path}'/>`).join('');

const dots = (xs: number[], ys: number[]) =>
  xs.flatMap((x) => ys.map((y) => `<circle cx='${String(x)}' cy='${String(y)}' r='1'/>`)).join('');

const SHAPES = {
  arrowDown: line('M12 5v14', 'm19 12-7 7-7-7'),
  arrowLeft: line('m12 19-7-7 7-7', 'M19 12H5'),
  arrowUp: line('m5 12 7-7 7 7', 'M12 19V5'),
  arrowUpToLine: line('M5 3h14', 'm18 13-6-6-6 6', 'M12 7v14'),
  calendar: `${line('M8 2v4', 'M16 2v4')}<rect width='18' height='18' x='3' y='4' rx='2'/>${line('M3 10h18')}`,
  check: line('M20 6 9 17l-5-5'),
  chevronDown: line('m6 9 6 6 6-6'),
  chevronLeft: line('m15 18-6-6 6-6'),
  chevronRight: line('m9 18 6-6-6-6'),
  chevronUp: line('m18 15-6-6-6 6'),
  download: line('M12 15V3', 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4', 'm7 10 5 5 5-5'),
  ellipsis: dots([5, 12, 19], [12]),
  gripVertical: dots([9, 15], [5, 12, 19]),
  fullscreen: `${line(
    'M3 7V5a2 2 0 0 1 2-2h2',
    'M17 3h2a2 2 0 0 1 2 2v2',
    'M21 17v2a2 2 0 0 1-2 2h-2',
    'M7 21H5a2 2 0 0 1-2-2v-2',
  )}<rect width='10' height='8' x='7' y='8' rx='1'/>`,
  mail: `<rect width='20' height='16' x='2' y='4' rx='2'/>${line('m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7')}`,
  mapPin: `${line('M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0')}<circle cx='12' cy='10' r='3'/>`,
  maximize: line('M15 3h6v6', 'm21 3-7 7', 'm3 21 7-7', 'M9 21H3v-6'),
  minimize: line('m14 10 7-7', 'M20 10h-6V4', 'm3 21 7-7', 'M4 14h6v6'),
  panelClose: `<rect width='18' height='18' x='3' y='3' rx='2'/>${line('M3 9h18', 'm9 16 3-3 3 3')}`,
  panelOpen: `<rect width='18' height='18' x='3' y='3' rx='2'/>${line('M3 9h18', 'm15 14-3 3-3-3')}`,
  plus: line('M5 12h14', 'M12 5v14'),
  printer: `${line(
    'M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2',
    'M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6',
  )}<rect x='6' y='14' width='12' height='8' rx='1'/>`,
  upload: line('M12 3v12', 'm17 8-5-5-5 5', 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4'),
  users: `${line(
    'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2',
    'M16 3.128a4 4 0 0 1 0 7.744',
    'M22 21v-2a4 4 0 0 0-3-3.87',
  )}<circle cx='9' cy='7' r='4'/>`,
  x: line('M18 6 6 18', 'm6 6 12 12'),
} as const;

export type IconName = keyof typeof SHAPES;

/** The image of an icon for `mask`, in a square of 24. */
const imageOf = (name: IconName) =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='#000' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'>${SHAPES[name]}</svg>`,
  )}")`;

/**
 * Returns the rules that make an icon of an element, or of its `::before` or `::after`.
 * @param size a length; an icon in a line of text needs none.
 */
export function iconRules(name: IconName, size = '1.125em') {
  const mask = `${imageOf(name)} center / contain no-repeat`;
  return {
    content: '""',
    display: 'inline-block',
    flexShrink: 0,
    width: size,
    height: size,
    verticalAlign: '-0.2em',
    backgroundColor: 'currentColor',
    WebkitMask: mask,
    mask,
    // Browsers print no backgrounds, and high contrast replaces them.
    printColorAdjust: 'exact',
    '@media': { '(forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' } },
  } as const;
}
