import type { Announcements, UniqueIdentifier as Id } from '@dnd-kit/core';

/** What a screen reader says while something is dragged. */
export const announcements = (name: (id: Id) => string, place: (id: Id) => string): Announcements => ({
  onDragStart: ({ active }) => `${name(active.id)} picked up.`,
  onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over ${place(over.id)}.` : undefined),
  onDragEnd: ({ active, over }) =>
    over ? `${name(active.id)} dropped on ${place(over.id)}.` : `${name(active.id)} put back.`,
  onDragCancel: ({ active }) => `${name(active.id)} put back.`,
});

export const placeText = (index: number, count: number) => `place ${String(index + 1)} of ${String(count)}`;
