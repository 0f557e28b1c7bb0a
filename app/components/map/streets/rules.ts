/** The rules for painting and labeling street tiles: layers, zoom levels, colors and widths. */
import {
  CenteredTextSymbolizer,
  GeomType,
  LineLabelPlacement,
  LineLabelSymbolizer,
  LineSymbolizer,
  linear,
  PolygonSymbolizer,
  type Filter,
  type LabelRule,
  type PaintRule,
} from 'protomaps-leaflet';
import { color } from '~/ui/tokens.css';
import { STREET_NAMES } from './street-tiles';

type Width = (zoom: number) => number;
type Look = { color: string; width: Width | number; dash?: number[]; cap?: CanvasLineCap };

const oneOf =
  (key: string, values: string[]): Filter =>
  (_, { props }) => {
    const value = props[key];
    return typeof value === 'string' && values.includes(value);
  };

const kinds = (...values: string[]) => oneOf('kind', values);
const details = (...values: string[]) => oneOf('kind_detail', values);
const isLine: Filter = (_, { geomType }) => geomType === GeomType.Line;
const isArea: Filter = (_, { geomType }) => geomType === GeomType.Polygon;

const GREEN = kinds('park', 'cemetery', 'golf_course', 'forest', 'wood');
const BUILT = kinds('industrial', 'hospital', 'school', 'university', 'military', 'aerodrome');
const HIGHWAY = kinds('highway');
const MAIN = details('trunk', 'primary', 'secondary');
const MAJOR = kinds('major_road');
const MINOR = kinds('minor_road');
const PATH = kinds('path');

const area = (dataLayer: string, fill: string, filter: Filter): PaintRule => ({
  dataLayer,
  filter: (zoom, feature) => isArea(zoom, feature) && filter(zoom, feature),
  symbolizer: new PolygonSymbolizer({ fill }),
});

const line = (
  dataLayer: string,
  { color, width, dash, cap = 'round' }: Look,
  filter: Filter,
  minzoom = 0,
): PaintRule => ({
  dataLayer,
  minzoom,
  filter: (zoom, feature) => isLine(zoom, feature) && filter(zoom, feature),
  symbolizer: new LineSymbolizer({ color, width, lineCap: cap, lineJoin: 'round', ...(dash && { dash }) }),
});

// Widths in pixels by zoom level. Service roads are half as wide as streets.
const HIGHWAY_WIDTH = linear([
  [5, 0.8],
  [9, 2],
  [12, 3.5],
  [15, 8],
  [18, 20],
]);
const MAJOR_WIDTH = linear([
  [7, 0.6],
  [10, 1.2],
  [13, 3],
  [15, 6.5],
  [18, 17],
]);
const MINOR_WIDTH = linear([
  [12, 0.6],
  [14, 2],
  [15, 3.6],
  [16, 6],
  [18, 14],
]);
const SERVICE_WIDTH = linear([
  [14, 0.8],
  [16, 3],
  [18, 7],
]);
const RIVER_WIDTH = linear([
  [8, 0.8],
  [14, 2.5],
  [18, 6],
]);
/** The width that the casing adds to a road, in pixels: both sides together. */
const CASING: Width = (zoom) => (zoom < 12 ? 0.8 : 1.6);
const cased =
  (width: Width): Width =>
  (zoom) =>
    width(zoom) + CASING(zoom);

const isService = details('service', 'busway');
const isStreet: Filter = (zoom, feature) => MINOR(zoom, feature) && !isService(zoom, feature);

/** The rules in painting order. The last one is on top. */
export function paintRules(palette: Palette): PaintRule[] {
  const roads: [filter: Filter, width: Width, color: string, minzoom: number][] = [
    [isService, SERVICE_WIDTH, palette.minorRoad, 15],
    [isStreet, MINOR_WIDTH, palette.minorRoad, 13],
    [MAJOR, MAJOR_WIDTH, palette.majorRoad, 7],
    [HIGHWAY, HIGHWAY_WIDTH, palette.highway, 5],
  ];
  const any: Filter = () => true;
  return [
    area('landuse', palette.built, BUILT),
    area('landuse', palette.park, GREEN),
    area('water', palette.water, any),
    line('water', { color: palette.water, width: RIVER_WIDTH }, any),
    line('boundaries', { color: palette.border, width: 1, dash: [5, 4], cap: 'butt' }, any),
    line('roads', { color: palette.path, width: 1, dash: [3, 3], cap: 'butt' }, PATH, 15),
    line('roads', { color: palette.path, width: 1.2, cap: 'butt' }, kinds('rail'), 12),
    line('roads', { color: palette.path, width: 1.2, dash: [6, 4], cap: 'butt' }, details('ferry'), 11),
    line('roads', { color: palette.built, width: MAJOR_WIDTH }, details('runway', 'taxiway'), 12),
    // All casings are painted before all roads, so that no casing crosses another road.
    ...roads.map(([filter, width, , minzoom]) =>
      line('roads', { color: palette.casing, width: cased(width), cap: 'butt' }, filter, minzoom),
    ),
    ...roads.map(([filter, width, color, minzoom]) => line('roads', { color, width }, filter, minzoom)),
  ];
}

const HALO_PIXELS = 3;
/** With a smaller distance between two lines of a name, the halo of the second line would cover the first. */
const LINE_HEIGHT = 1.5;

type Words = { fill: string; font: string };

/** The rules for names, by priority. If two names overlap, the name of the earlier rule is shown. */
export function labelRules(palette: Palette, fontFamily: string): LabelRule[] {
  const font = (pixels: number, weight = 400) => `${String(weight)} ${String(pixels)}px ${fontFamily}`;
  const place = ({ fill, font }: Words, filter: Filter, minzoom: number, maxzoom = 18): LabelRule => ({
    dataLayer: 'places',
    filter,
    minzoom,
    maxzoom,
    sort: (one, other) => Number(one.sort_rank ?? 0) - Number(other.sort_rank ?? 0),
    symbolizer: new CenteredTextSymbolizer({
      fill,
      font,
      stroke: palette.halo,
      lineHeight: LINE_HEIGHT,
      // The library draws this kind of halo twice as wide.
      width: HALO_PIXELS / 2,
    }),
  });
  const along = (
    dataLayer: string,
    { fill, font }: Words,
    filter: Filter,
    minzoom: number,
    labelProps = ['name'],
  ): LabelRule => ({
    dataLayer,
    minzoom,
    filter: (zoom, feature) => isLine(zoom, feature) && filter(zoom, feature),
    symbolizer: new LineLabelSymbolizer({
      fill,
      font,
      labelProps,
      stroke: palette.halo,
      width: HALO_PIXELS,
      position: LineLabelPlacement.Center,
    }),
  });
  const name = (pixels: number, weight?: number): Words => ({
    fill: palette.name,
    font: font(pixels, weight),
  });
  const quiet = (pixels: number, weight?: number): Words => ({
    fill: palette.quietName,
    font: font(pixels, weight),
  });
  return [
    place(name(12, 600), details('village', 'hamlet'), 12),
    along(STREET_NAMES, name(11, 600), HIGHWAY, 10, ['ref', 'name']),
    place(quiet(12, 600), details('borough', 'suburb'), 13),
    along(STREET_NAMES, name(11, 600), MAIN, 13, ['name', 'ref']),
    along(STREET_NAMES, name(11), MAJOR, 14),
    place(quiet(11, 600), details('quarter', 'neighbourhood'), 15),
    along(STREET_NAMES, name(11), isStreet, 15),
    along('water', { fill: palette.waterName, font: font(11) }, kinds('river', 'canal', 'stream'), 13),
    along(STREET_NAMES, quiet(11), isService, 17),
  ];
}

type Token = keyof typeof color;
type Rgb = [red: number, green: number, blue: number];

/** Mixed from the product's colors, so that pins and routes are clearly visible in both themes. */
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
