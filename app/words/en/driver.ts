/** The driver's page. Its dialogs have their own dictionaries, because they are loaded later. */
import { part } from '~/words/words';

export const driver = part('words:driver', ({ plural }) => {
  const tasks = (count: number) => `${count} ${plural(count, { one: 'task', other: 'tasks' })}`;
  return {
    pageTitle: 'Driver Dashboard · Parts Dispatch',
    title: 'Driver Dashboard',
    // Tabs and lists
    tabsLabel: 'My tasks by status',
    tabs: { active: 'Active', 'next-route': 'Next Route', hold: 'Hold', completed: 'Completed' },
    activeRoute: 'Active Route',
    noTasks: 'No tasks for this status',
    editOrder: 'Edit Order',
    doneEditing: 'Done',
    saving: 'Saving...',
    // Progress
    stopOf: (stop: number, total: number) => `Stop ${stop} of ${total}`,
    allDone: 'All stops done',
    doneAbout: 'done by ',
    progress: (done: number, total: number) => `${done} of ${total} stops done`,
    underWay: (count: number) => `${count} under way`,
    toCome: (count: number) => `${count} to come`,
    urgent: (count: number) => `${count} urgent`,
    late: (count: number) => `${count} late`,
    // Buttons of a stop
    going: 'Going',
    goingPending: 'Going...',
    notGoing: 'Not going yet',
    notGoingPending: 'Going back...',
    fail: 'Could not complete',
    problem: 'Problem?',
    complete: 'Complete',
    completing: 'Completing...',
    counted: {
      delivery: (count: number) => `${count} ${plural(count, { one: 'delivery', other: 'deliveries' })}`,
      pickup: (count: number) => `${count} ${plural(count, { one: 'pickup', other: 'pickups' })}`,
      transfer: (count: number) => `${count} ${plural(count, { one: 'transfer', other: 'transfers' })}`,
    },
    withSignature: ' · signature',
    endRoute: 'End Route',
    endingRoute: 'Ending route...',
    archives: (count: number) => `archives ${count} completed`,
    startRoute: 'Start next route',
    starting: 'Starting...',
    startRun: 'Start run',
    starts: (count: number) => `makes ${count} pending`,
    waiting: 'Waiting to send',
    addedHere: 'Added here',
    include: (count: number) =>
      `${tasks(count)} ${plural(count, { one: 'was added here. Include it?', other: 'were added here. Include them?' })}`,
    includeButton: 'Include',
    including: 'Including...',
    // Messages
    ok: 'OK',
    routeChanged: 'Your route has changed',
    arrived: (count: number) => (count === 1 ? 'A new task has arrived' : `${count} new tasks have arrived`),
    goingTo: (place: string) => `Going to ${place}`,
    notGoingTo: (place: string) => `Not going to ${place} yet`,
    completedAt: (place: string) => `Completed ${place}`,
    undo: 'Undo',
    underWayAgain: (place: string) => `${place} is under way again`,
    error: 'Error',
    dismiss: 'Dismiss',
    noCompleted: 'No Completed Tasks',
    failed: 'Failed to update tasks',
    endFailed: 'Failed to end route',
    startFailed: 'Failed to start the next route',
    routeEnded: 'Route Ended',
    routeEndedText: 'All completed tasks have been archived and next route tasks are now pending',
    routeStarted: 'Route Started',
    routeStartedText: 'The tasks of your next route are pending',
    runStarted: 'Run Started',
    runStartedText: 'Its stops are in your route',
    reported: 'Reported',
    reportedText: 'The dispatcher has been notified.',
    // The outbox
    sendingPhotos: 'Sending photos ',
    waitingToSend: 'Waiting to send.',
    kept: (count: number) =>
      `${count} ${plural(count, { one: 'action is', other: 'actions are' })} kept on this phone and will be sent when the connection is back.`,
    tryNow: 'Try now',
    stopChanged: 'This stop has changed.',
    notUnderWay: 'This stop is not under way.',
    noTasksHere: 'There are no tasks at this stop',
    chooseReason: 'Choose a reason',
    longNote: (most: number) => `Note must be at most ${most} characters`,
    sayWhy: 'Say why it could not be completed',
  };
});

/** Advice before the first task, which is loaded when it is shown. */
export const hints = part('words:hints', () => ({
  first:
    'Your dispatcher assigns your tasks. They appear here automatically, in the order of your route. Press Going when you leave for the first stop.',
  homeScreen: 'Choose “Add to Home Screen” in your browser’s menu to open it like an app.',
}));
