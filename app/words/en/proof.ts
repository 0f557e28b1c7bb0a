/** The driver's dialogs: completing with a signature, reporting a failure, photos, one task. */
import { part } from '~/words/words';

export const proof = part('words:proof', ({ plural }) => {
  const photos = (count: number) => `${count} ${plural(count, { one: 'photo', other: 'photos' })}`;
  return {
    close: 'Close',
    seeRoute: 'See the current route',
    notUnderWayTitle: 'This stop is not under way',
    notUnderWayText: 'It was completed or changed on another device or by a dispatcher.',
    incomplete: 'The form is not complete',
    // Signature
    signTitle: 'Signature · Parts Dispatch',
    signHeading: 'Complete Delivery - Signature Required',
    oneSignature: (deliveries: number) => ` · one signature for ${deliveries} deliveries`,
    stillUnsigned: 'The completed delivery has no signature yet. You can still add this one.',
    forRemaining: 'The signature is for the remaining tasks.',
    nothingToSign: 'There is nothing left to sign for. The drawing stays here until you close.',
    receivedBy: 'Received by',
    printedName: 'Printed name',
    signHere: 'Sign here with a finger or a pen.',
    padName: 'Signature drawing area',
    clear: 'Clear',
    complete: 'Complete',
    completing: 'Completing...',
    addSignature: 'Add signature',
    adding: 'Adding...',
    signatureKept: 'The signature is kept on this phone.',
    typeInstead: 'Type the name instead',
    signWithName: 'Sign with your name',
    typedName: 'Full name, typed as a signature',
    cannotDraw: 'This browser can’t draw',
    // A failure
    failTitle: 'Could not complete · Parts Dispatch',
    failHeading: 'Could not complete',
    tasksHere: (count: number) => ` · ${count === 2 ? 'both' : `all ${count}`} tasks at this stop`,
    reportRemaining: 'Your report is for the remaining tasks.',
    nothingToReport: 'There is nothing left to report.',
    reason: 'Reason',
    note: 'Note',
    noteHint: 'Required with "Other".',
    report: 'Report',
    reporting: 'Reporting...',
    // Photos
    takePhoto: 'Take photo',
    atMost: (count: number) => ` (at most ${count})`,
    preparing: 'Preparing the photos...',
    willBeSent: (count: number) => `${photos(count)} will be sent.`,
    noMoreThan: (count: number) => `No more than ${photos(count)}. `,
    notSent: 'Not sent.',
    removeIt: 'Remove it, or take another one.',
    sendingPhotos: 'Sending photos ',
    toBeSent: (number: number, count: number) => `To be sent, ${number} of ${count}`,
    removePhoto: (number: number) => `Remove photo ${number}`,
    remove: 'Remove',
    // One task, and the lists of tasks
    taskTitle: 'Task · Parts Dispatch',
    listTitle: 'My Tasks · Parts Dispatch',
    noPage: 'This page doesn’t exist',
    noTasksOfStatus: 'No tasks for this status',
    nextRoute: (forRun: number, others: number) =>
      `${forRun} for a run that has not left, ${others} for your next trip`,
    signatureOf: (person: string | null) => `Signature of ${person ?? 'the customer'}`,
    received: (person: string) => `Received by ${person}`,
  };
});
