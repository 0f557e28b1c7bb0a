/** Stands in for the part of Google's script that the map uses. No request leaves the machine. */
import type { Page } from '@playwright/test';

/** Runs in the page in place of Google's script. */
const SCRIPT = `(() => {
  const maps = window.google.maps;
  class Events {
    constructor() { this.heard = {}; }
    addListener(name, run) {
      (this.heard[name] ??= []).push(run);
      return { remove: () => { this.heard[name] = this.heard[name].filter((one) => one !== run); } };
    }
    tell(name, event) { for (const run of this.heard[name] ?? []) run(event); }
  }
  class LatLng {
    constructor(lat, lng) { [this.a, this.b] = typeof lat === 'object' ? [lat.lat, lat.lng] : [lat, lng]; }
    lat() { return this.a; }
    lng() { return this.b; }
    toJSON() { return { lat: this.a, lng: this.b }; }
  }
  class LatLngBounds {
    constructor() { this.points = []; }
    extend(point) { this.points.push(point); return this; }
  }
  class Map extends Events {
    constructor(div, options) {
      super();
      this.div = div;
      this.options = options;
      window.stubMap = this;
      div.dataset.mapId = options.mapId;
    }
    getDiv() { return this.div; }
    setOptions(options) { Object.assign(this.options, options); }
    moveCamera() {}
    getMapCapabilities() { return {}; }
    rest() { setTimeout(() => this.tell('idle')); }
    setCenter(at) {
      this.div.dataset.centre = JSON.stringify(at);
      this.rest();
    }
    getCenter() { return new LatLng(39, -94); }
    setZoom(zoom) { this.div.dataset.zoom = String(zoom); }
    getZoom() { return 12; }
    getHeading() { return 0; }
    getTilt() { return 0; }
    getBounds() { return { toJSON: () => ({ south: 30, west: -100, north: 50, east: -90 }) }; }
    fitBounds(bounds, padding) {
      this.div.dataset.fitted = bounds.points.length + ' ' + [padding.top, padding.right, padding.bottom, padding.left];
      this.rest();
    }
    getProjection() { return undefined; }
  }
  class Polyline extends Events {
    constructor(options) { super(); this.set(options ?? {}); }
    set(options) {
      Object.assign(this, options);
      const drawn = window.stubMap.div.dataset;
      if (this.path) drawn.line = this.path.length + ' ' + this.strokeColor;
    }
    setOptions(options) { this.set(options); }
    setPath(path) { this.set({ path }); }
    getPath() {
      return Object.assign(new Events(), { getLength: () => 0, getAt: () => null, getArray: () => [], forEach: () => undefined });
    }
    setMap() {}
  }
  class AdvancedMarkerElement extends HTMLElement {
    constructor() {
      super();
      this.heard = new Events();
    }
    addListener(name, run) { return this.heard.addListener(name, run); }
    set content(element) { this.inside = element; this.replaceChildren(element); }
    get content() { return this.inside; }
    set map(map) {
      this.on = map;
      if (map) map.div.append(this);
      else this.remove();
    }
    get map() { return this.on; }
    set title(text) { this.setAttribute('title', text); this.setAttribute('aria-label', text); }
    get title() { return this.getAttribute('title'); }
    set gmpClickable(can) {
      if (!can) return;
      this.setAttribute('role', 'button');
      this.tabIndex = 0;
      this.onclick ??= () => this.dispatchEvent(new Event('gmp-click'));
    }
    set gmpDraggable(can) { this.toggleAttribute('data-draggable', can); }
    get gmpDraggable() { return this.hasAttribute('data-draggable'); }
  }
  customElements.define('gmp-advanced-marker', AdvancedMarkerElement);
  class Route {
    static async computeRoutes({ origin, destination, intermediates }) {
      if (window.stubRoutesFail) throw new Error('Directions are out');
      const between = intermediates.map(({ location }) => location);
      return { routes: [{ path: [origin, origin, ...between, destination] }] };
    }
  }
  Object.assign(maps, {
    version: '3.65',
    Map, Polyline, LatLng, LatLngBounds, Route,
    Point: class { constructor(x, y) { Object.assign(this, { x, y }); } },
    ControlPosition: {}, MapTypeId: {}, ColorScheme: {}, RenderingType: {}, SymbolPath: {},
    event: {
      addListener: (target, name, run) => target.addListener(name, run),
      clearInstanceListeners: () => undefined,
      trigger: () => undefined,
    },
    Settings: { getInstance: () => ({}) },
    marker: { AdvancedMarkerElement },
  });
  const libraries = { marker: { AdvancedMarkerElement }, routes: { Route }, maps: { Map, Polyline } };
  maps.importLibrary = async (name) => libraries[name] ?? maps;
  maps.__ib__();
})();`;

type Behaviour = {
  /** The number of requests that fail before one is answered. */
  failFirst?: number;
  /** With true, no request is answered. */
  hang?: boolean;
  /** The console message of a refused key; null for a refusal without a message. */
  refuse?: string | null;
};

/** @returns a function that counts the requests for the script. */
export async function stubGoogleMaps(page: Page, { failFirst = 0, hang, refuse }: Behaviour = {}) {
  const requests = { count: 0 };
  await page.route('https://maps.googleapis.com/maps/api/js**', async (route) => {
    requests.count += 1;
    if (hang) return;
    if (requests.count <= failFirst) {
      await route.fulfill({ status: 403, body: 'Forbidden' });
      return;
    }
    const refusal =
      refuse === undefined
        ? ''
        : `${refuse === null ? '' : `console.error(${JSON.stringify(`Google Maps JavaScript API error: ${refuse}\nhttps://developers.google.com/maps/documentation/javascript/error-messages`)});`}
           window.gm_authFailure?.();`;
    await route.fulfill({ contentType: 'text/javascript', body: `${SCRIPT}\n${refusal}` });
  });
  return requests;
}
