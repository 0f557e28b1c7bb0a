/** A task as people read it: cards, badges, facts. */
import { part } from '~/words/words';

export const card = part('words:card', ({ plural }) => {
  const tasks = (count: number) => `${count} ${plural(count, { one: 'task', other: 'tasks' })}`;
  return {
    tasks,
    inParentheses: (count: number) => `(${tasks(count)})`,
    inactive: 'Inactive',
    after: 'after ',
    by: 'by ',
    about: 'about ',
    arrives: 'Arrives ',
    commaLate: ', late',
    late: ' late',
    andMore: (count: number) => `...and ${count} more ${plural(count, { one: 'task', other: 'tasks' })}`,
    details: 'Details',
    detailsOf: (place: string) => `Details: ${place}`,
    waiting: 'Waiting to send',
    needBy: 'Need By ',
    customer: 'Customer:',
    note: 'Note:',
    notes: 'Notes:',
    deliver: 'Deliver ',
    deliverTo: 'Deliver to ',
    transferTo: 'To ',
    linkedTo: (type: string) => `Linked to: ${type} task at `,
    attempt: (nth: string) => `${nth} attempt`,
    size: (size: number) => `Size ${size.toLocaleString('en-US')}`,
    minutesAtStop: (minutes: number) => `${minutes} min at the stop`,
    needs: (skills: string[]) => `Needs ${skills.join(', ')}`,
    failed: 'Could not complete:',
    noTime: 'No timestamp available',
    updated: 'Last updated ',
    createdBy: (person: string) => ` · Created By ${person}`,
    editedBy: (person: string) => ` · Edited By ${person}`,
    navigate: 'Navigate',
    navigateTo: (place: string, way: string | null) =>
      `Navigate to ${place} (opens navigation)${way ? `, ${way}` : ''}`,
    call: 'Call',
    callNumber: (phone: string) => `Call ${phone}`,
    callPlace: (place: string, phone: string) => `Call ${place}: ${phone}`,
    photos: 'Photos',
    takenAtStop: (number: number, count: number) => `Taken at the stop, ${number} of ${count}`,
    newTab: ' (opens in a new tab)',
    remove: 'Remove',
    removePhoto: (number: number) => `Remove photo ${number}`,
  };
});
