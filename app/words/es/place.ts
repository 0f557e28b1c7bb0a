import type * as en from '~/words/en/place';
import type { Translation } from '~/words/words';

export const placeNotes: Translation<typeof en.placeNotes> = () => ({
  interpolated: 'Número de casa estimado a lo largo de la calle',
  street: 'La ubicación es aproximada (calle)',
  approximate: 'La ubicación es aproximada (código postal)',
  doubtful:
    'Revise la dirección: el código postal y el estado no coinciden; por eso, la ubicación se basa en la ciudad.',
});
