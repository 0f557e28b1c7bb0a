/** The words of lists whose order is edited. They are loaded with these. */
import { part } from '~/words/words';

/** Moving and dragging stops, which is loaded when an order is edited. */
export const drag = part('words:drag', () => ({
  nowStop: (place: string, number: number, count: number) => `${place} is now stop ${number} of ${count}`,
  position: (number: number, count: number) => `${number} of ${count}`,
  moves: {
    touch: { top: 'Move to top', up: 'Move up', down: 'Move down' },
    dense: { top: 'To top', up: 'Up', down: 'Down' },
  },
  drag: (place: string) => `Drag: ${place}`,
  dragHelp:
    'To pick up a draggable item, press the space bar. While dragging, use the arrow keys to move the item. Press space again to drop the item in its new position, or press escape to cancel.',
  sortable: 'sortable',
  dragOnto: 'Drag a stop onto a driver to assign it',
  dragOntoHint: 'Drag onto a driver to assign it:',
  open: (count: number) => `${count} open`,
  theStop: 'The stop',
  pickedUp: (place: string) => `${place} picked up.`,
  isOver: (place: string, target: string) => `${place} is over ${target}.`,
  droppedOn: (place: string, target: string) => `${place} dropped on ${target}.`,
  putBack: (place: string) => `${place} put back.`,
  positionOf: (number: number, count: number) => `position ${number} of ${count}`,
}));
