/**
 * Streets, water, parks and names as a Leaflet layer. The library paints; this class decides what to paint and when.
 */
import L from 'leaflet';
import { Labelers, paint, type PreparedTile, type View } from 'protomaps-leaflet';
import type { Streets } from '~/domain/geography/region/map-settings';
import { labelRules, paintRules, readPalette, type Palette } from './rules';
import type { Town } from '../scene';
import { firstZoom, isAborted, TOWNS, viewOf } from './street-tiles';
import { addCredit } from './credit';

const TILE_PIXELS = 256;
/** Pixels that are drawn around a tile, so that its edge does not cut halos and wide roads of its neighbors. */
const BEYOND_PIXELS = 16;
/** A large screen shows fewer tiles. With more, the labels of the farthest tiles are dropped. */
const MOST_LABELED_TILES = 64;
/** The time for painting in each frame, so that panning stays smooth. */
const PAINTING_MS = 6;
/** Closer than this, a name would be the only one on the map. */
const CLOSEST_TOWN_ZOOM = { city: 14, town: 15 };
const MOST_TOWNS = 60;
/** A town has another point in each tile that it is in. */
const SAME_TOWN_PIXELS = 64;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

type Square = {
  coords: L.Coords;
  canvas: HTMLCanvasElement;
  /** Tells Leaflet that the tile can be shown. Called once. */
  done: L.DoneCallback | null;
  tile: PreparedTile | null;
};

type Options = {
  palette: Palette;
  fontFamily: string;
  pixelRatio: number;
  /** Called with true when tiles are missing, and with false when all missing tiles have arrived. */
  onLost: (isLost: boolean) => void;
  /** Called with the towns on the map, the largest ones first, when they have changed. */
  onTowns: (towns: Town[]) => void;
};

class StreetLayer extends L.GridLayer {
  #view: View;
  #streets: Options;
  #rules: ReturnType<typeof paintRules>;
  #labelers: Labelers;
  #scratch: CanvasRenderingContext2D;
  #squares = new Map<string, Square>();
  #waiting = new Set<Square>();
  #lost = new Set<Square>();
  #frame = 0;
  #timer = 0;
  #retryMs = FIRST_RETRY_MS;
  #isTold = false;
  #toldTowns = '[]';
  #retry = () => {
    this.#retryNow();
  };

  constructor(streets: Streets, options: Options) {
    const [west, south, east, north] = streets.box;
    super({
      bounds: [
        [south, west],
        [north, east],
      ],
      minZoom: firstZoom(streets),
      // The keys of squares are their coordinates. With a repeated world, these would not be unique.
      noWrap: true,
      zIndex: 2,
      className: 'streets',
    });
    const scratch = document.createElement('canvas').getContext('2d');
    if (!scratch) throw new Error('This browser draws on no canvas');
    this.#scratch = scratch;
    this.#view = viewOf(streets);
    this.#streets = options;
    this.#rules = paintRules(options.palette);
    this.#labelers = this.#newLabelers();
  }

  override onAdd(map: L.Map): this {
    window.addEventListener('online', this.#retry);
    // The library cancels requests when the user leaves a zoom level. This requests those tiles again.
    map.on('zoomend', this.#retry);
    this.on('tileunload', this.#forget);
    return super.onAdd(map);
  }

  override onRemove(map: L.Map): this {
    window.removeEventListener('online', this.#retry);
    map.off('zoomend', this.#retry);
    window.clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    super.onRemove(map);
    this.off('tileunload', this.#forget);
    for (const all of [this.#waiting, this.#lost]) all.clear();
    this.#squares.clear();
    return this;
  }

  /** Applies another theme. @param isAtOnce paints without waiting for a frame, as printing needs it. */
  recolor(palette: Palette, isAtOnce: boolean): void {
    this.#streets = { ...this.#streets, palette };
    this.#rules = paintRules(palette);
    this.#labelers = this.#newLabelers();
    for (const square of this.#squares.values()) if (square.tile) this.#waiting.add(square);
    // Painting a tile can add others to the queue, because its names may take the space of theirs.
    if (isAtOnce) while (this.#waiting.size > 0) this.#paint(Infinity);
    else this.#schedule();
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    const square: Square = { coords, canvas, done, tile: null };
    this.#squares.set(keyOf(coords), square);
    void this.#load(square);
    return canvas;
  }

  async #load(square: Square): Promise<void> {
    try {
      square.tile = await this.#view.getDisplayTile(square.coords);
    } catch (error) {
      // A canceled request is repeated when its zoom level is shown again.
      if (!this.#isShown(square)) return;
      this.#lost.add(square);
      if (!isAborted(error)) this.#tell(true);
      this.#retryLater();
      return;
    }
    if (!this.#isShown(square)) return;
    this.#dismiss(square);
    this.#waiting.add(square);
    this.#schedule();
  }

  #retryLater(): void {
    if (this.#timer !== 0) return;
    this.#timer = window.setTimeout(this.#retry, this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
  }

  #retryNow(): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    // A request for another zoom level would cancel the requests of this one.
    const zoom = this._map.getZoom();
    for (const square of this.#lost) if (square.coords.z === zoom) void this.#load(square);
  }

  #dismiss(square: Square): void {
    if (!this.#lost.delete(square) || this.#lost.size > 0) return;
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#retryMs = FIRST_RETRY_MS;
    this.#tell(false);
  }

  #tell(isLost: boolean): void {
    if (this.#isTold !== isLost) this.#streets.onLost(isLost);
    this.#isTold = isLost;
  }

  #schedule(): void {
    if (this.#frame === 0)
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#paint(PAINTING_MS);
        if (this.#waiting.size > 0) this.#schedule();
        else this.#tellTowns();
      });
  }

  #tellTowns(): void {
    const zoom = this._map.getZoom();
    const tiles = [...this.#squares.values()].flatMap(({ coords, tile }) =>
      coords.z === zoom && tile ? [tile] : [],
    );
    const towns = townsOf(tiles, zoom).map(({ at, name, isCity }) => {
      const { lat, lng } = this._map.unproject(at, zoom);
      return { name, isCity, lat, lng };
    });
    const told = JSON.stringify(towns);
    if (told !== this.#toldTowns) this.#streets.onTowns(towns);
    this.#toldTowns = told;
  }

  /** Paints waiting squares, starting in the middle of the map. */
  #paint(forMs: number): void {
    const middle = this._map.getPixelBounds().getCenter().divideBy(TILE_PIXELS);
    const distance = ({ coords }: Square) => Math.hypot(coords.x + 0.5 - middle.x, coords.y + 0.5 - middle.y);
    const until = performance.now() + forMs;
    for (const square of [...this.#waiting].sort((one, other) => distance(one) - distance(other))) {
      this.#waiting.delete(square);
      if (this.#isShown(square)) this.#draw(square);
      if (performance.now() > until) return;
    }
  }

  #draw(square: Square): void {
    const { coords, canvas, done, tile } = square;
    if (!tile) return;
    const { palette, pixelRatio } = this.#streets;
    const { x, y, z } = coords;
    const [left, top] = [x * TILE_PIXELS, y * TILE_PIXELS];
    const tiles = new Map([['', [tile]]]);
    // New names may need space in tiles that are already painted. Those tiles are painted again.
    this.#labelers.add(z, tiles);
    canvas.width = canvas.height = TILE_PIXELS * pixelRatio;
    const context = canvas.getContext('2d');
    // An empty tile stays transparent, so that the borders of states and counties are visible below it.
    if (context && tile.data.size > 0) {
      context.scale(pixelRatio, pixelRatio);
      context.fillStyle = palette.ground;
      context.fillRect(0, 0, TILE_PIXELS, TILE_PIXELS);
      const box = {
        minX: left - BEYOND_PIXELS,
        minY: top - BEYOND_PIXELS,
        maxX: left + TILE_PIXELS + BEYOND_PIXELS,
        maxY: top + TILE_PIXELS + BEYOND_PIXELS,
      };
      const origin = Object.assign(tile.origin.clone(), { x: left, y: top });
      const names = this.#labelers.getIndex(z) ?? null;
      paint(context, z, tiles, names, this.#rules, box, origin, false);
    }
    square.done = null;
    done?.(undefined, canvas);
  }

  #newLabelers(): Labelers {
    const rules = labelRules(this.#streets.palette, this.#streets.fontFamily);
    return new Labelers(this.#scratch, rules, MOST_LABELED_TILES, (touched) => {
      for (const key of touched) {
        const square = this.#squares.get(key);
        if (square?.tile) this.#waiting.add(square);
      }
      this.#schedule();
    });
  }

  #isShown = (square: Square) => this.#squares.get(keyOf(square.coords)) === square;

  #forget = ({ coords }: L.TileEvent) => {
    const square = this.#squares.get(keyOf(coords));
    if (!square) return;
    this.#squares.delete(keyOf(coords));
    this.#waiting.delete(square);
    this.#dismiss(square);
    // Without this, Safari would not free the memory of the canvas for a while.
    square.canvas.width = square.canvas.height = 0;
  };
}

type Named = { name: string; isCity: boolean; at: L.Point; rank: number };

/** The towns of some tiles, each once. Points are in pixels of the zoom level. */
function townsOf(tiles: PreparedTile[], zoom: number): Named[] {
  const all = tiles.flatMap(({ data, origin, scale }) =>
    (data.get(TOWNS) ?? []).flatMap(({ geom, props }): Named[] => {
      const [point] = geom[0] ?? [];
      const isCity = props.kind_detail === 'city';
      const isClose = zoom > CLOSEST_TOWN_ZOOM[isCity ? 'city' : 'town'];
      if (!point || typeof props.name !== 'string' || isClose) return [];
      const at = L.point(origin.x + point.x * scale, origin.y + point.y * scale);
      return [{ name: props.name, isCity, at, rank: Number(props.sort_rank ?? 0) }];
    }),
  );
  const towns: Named[] = [];
  for (const town of all) {
    const isSame = ({ name, at }: Named) => name === town.name && at.distanceTo(town.at) < SAME_TOWN_PIXELS;
    if (!towns.some(isSame)) towns.push(town);
  }
  return towns
    .sort((one, other) => Number(other.isCity) - Number(one.isCity) || one.rank - other.rank)
    .slice(0, MOST_TOWNS);
}

const keyOf = ({ x, y, z }: L.Coords) => `${String(x)}:${String(y)}:${String(z)}`;

const SHARPEST = 2;
/** A computer with so few cores gets no sharper tiles: four times the pixels take 1.5 times as long to paint. */
const FEW_CORES = 2;

const pixelRatio = () =>
  navigator.hardwareConcurrency <= FEW_CORES ? 1 : Math.min(SHARPEST, window.devicePixelRatio);

type Listener = Pick<Options, 'onLost' | 'onTowns'>;

/** @returns a function that removes them. */
export function addStreets(map: L.Map, streets: Streets, listener: Listener): () => void {
  const element = map.getContainer();
  const colors = () => {
    const palette = readPalette(element);
    // The map outside the region has the same color.
    element.style.background = palette.ground;
    return palette;
  };
  const layer = new StreetLayer(streets, {
    palette: colors(),
    fontFamily: getComputedStyle(element).fontFamily,
    pixelRatio: pixelRatio(),
    ...listener,
  });
  layer.addTo(map);
  const removeCredit = addCredit(map, creditOf(streets));
  const recolor = () => {
    layer.recolor(colors(), false);
  };
  // Paper always uses the light theme. Printing does not wait for a frame, so all tiles are painted at once.
  const recolorNow = () => {
    layer.recolor(colors(), true);
  };
  const [dark, print] = ['(prefers-color-scheme: dark)', 'print'].map((query) => window.matchMedia(query));
  dark?.addEventListener('change', recolor);
  print?.addEventListener('change', recolorNow);
  const chosen = new MutationObserver(recolor);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    dark?.removeEventListener('change', recolor);
    print?.removeEventListener('change', recolorNow);
    chosen.disconnect();
    layer.remove();
    removeCredit();
    element.style.background = '';
  };
}

/** The credit as HTML. The text may come from another author's file, so it is set as text. */
function creditOf({ attribution, invented }: Streets): string {
  const credit = document.createElement('span');
  const link = document.createElement('a');
  if (invented) {
    credit.textContent = 'Invented streets.';
    if (invented.addRegionAt === null) return credit.outerHTML;
    link.href = invented.addRegionAt;
    link.textContent = 'Add your region';
    credit.append(' ', link);
    return credit.outerHTML;
  }
  link.href = 'https://www.openstreetmap.org/copyright';
  link.target = '_blank';
  link.rel = 'noreferrer';
  link.textContent = attribution;
  return link.outerHTML;
}
