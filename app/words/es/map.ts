import type * as en from '~/words/en/map';
import type { Translation } from '~/words/words';

export const map: Translation<typeof en.map> = () => ({ zoomIn: 'Acercar', zoomOut: 'Alejar' });
