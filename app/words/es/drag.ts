/** The words of lists whose order is edited, in Spanish. */
import type * as en from '~/words/en/drag';
import type { Translation } from '~/words/words';

export const drag: Translation<typeof en.drag> = () => ({
  nowStop: (place, number, count) => `${place} ahora es la parada ${number} de ${count}`,
  position: (number, count) => `${number} de ${count}`,
  moves: {
    touch: { top: 'Mover al principio', up: 'Mover hacia arriba', down: 'Mover hacia abajo' },
    dense: { top: 'Al principio', up: 'Arriba', down: 'Abajo' },
  },
  drag: (place) => `Arrastrar: ${place}`,
  dragHelp:
    'Para levantar una parada, presione la barra espaciadora. Mientras la arrastra, use las flechas para moverla. Presione otra vez la barra espaciadora para soltarla en su nueva posición, o Escape para cancelar.',
  sortable: 'ordenable',
  dragOnto: 'Arrastre una parada a un conductor para asignarla',
  dragOntoHint: 'Arrastre a un conductor para asignarla:',
  open: (count) => `${count} por hacer`,
  theStop: 'La parada',
  pickedUp: (place) => `Levantó ${place}.`,
  isOver: (place, target) => `${place} está sobre ${target}.`,
  droppedOn: (place, target) => `Soltó ${place} en ${target}.`,
  putBack: (place) => `${place} volvió a su lugar.`,
  positionOf: (number, count) => `la posición ${number} de ${count}`,
});
