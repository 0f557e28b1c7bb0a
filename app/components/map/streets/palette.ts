/**
 * The colors of the street map. They are mixed from the product's colors, so that pins and routes are clearly visible
 * in both themes.
 */
import { color } from '~/ui/tokens.css';

type Token = keyof typeof color;
type Rgb = [red: number, green: number, blue: number];

export type Palette = ReturnType<typeof paletteOf>;

/** @param element has the theme's colors. A canvas can't resolve CSS variables. */
export function readPalette(element: Element) {
  const style = getComputedStyle(element);
  return paletteOf((token) => style.getPropertyValue(color[token].slice('var('.length, -1)).trim());
}

/** @param valueOf returns the value of a color, as `#rrggbb`. */
function paletteOf(valueOf: (token: Token) => string) {
  const rgb = (token: Token) => rgbOf(valueOf(token));
  const page = rgb('page');
  const isDark = Math.max(...page) < 128;
  const ground = isDark ? rgb('surface') : mix(rgb('line'), page, 0.5);
  const over = (token: Token, light: number, dark: number) => mix(rgb(token), ground, isDark ? dark : light);
  const road = (token: Token, light: number, dark: number) =>
    isDark ? over(token, 0, dark) : mix(rgb(token), rgb('surface'), light);
  return {
    ground: hex(ground),
    built: hex(over('muted', 0.07, 0.07)),
    park: hex(over('going', 0.17, 0.14)),
    water: hex(over('pickup', 0.24, 0.22)),
    minorRoad: hex(road('ink', 0, 0.2)),
    majorRoad: hex(road('nextRoute', 0.3, 0.36)),
    highway: hex(road('returning', 0.5, 0.45)),
    casing: hex(isDark ? page : over('muted', 0.4, 0)),
    path: hex(over('muted', 0.5, 0.4)),
    border: hex(over('muted', 0.6, 0.5)),
    name: hex(over('ink', 0.9, 0.85)),
    quietName: hex(over('muted', 1, 0.85)),
    waterName: hex(isDark ? over('pickup', 0, 0.95) : mix(rgb('pickup'), rgb('ink'), 0.65)),
    halo: hex(ground),
  };
}

const rgbOf = (value: string): Rgb => [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16)) as Rgb;

const mix = (one: Rgb, other: Rgb, share: number) =>
  one.map((part, i) => Math.round(part * share + (other[i] ?? 0) * (1 - share))) as Rgb;

const hex = (rgb: Rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
