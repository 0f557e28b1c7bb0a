/** Maps that drivers see, too. */
import { part } from '~/words/words';

export const map = part('words:map', () => ({ zoomIn: 'Zoom in', zoomOut: 'Zoom out' }));
