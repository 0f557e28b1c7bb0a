/** The sentences of refusals that drivers and customers can meet, by code. A code is never changed or used again. */
import { part } from '~/words/words';

export const englishRefusals = {
  // Anybody, anywhere
  noPermission: "You don't have permission to do this",
  notFound: ({ what }: { what: string }) => `${what} not found`,
  invalidId: 'Invalid id',
  invalidRequest: 'The request is not valid',
  signInFirst: 'Authentication required',
  passwordIsTemporary: ({ path }: { path: string }) => `Replace the temporary password first, at ${path}`,
  notForTokens: "An API token can't do this. Sign in to do it.",
  busy: 'The service is busy. Please try again in a few seconds.',
  storageFull: 'Storage is full. Nothing was saved.',
  readOnly: 'The database is read-only. Nothing was saved.',
  lockedByOthers: 'Someone else is changing the same data. Please try again.',
  changedByOthers: 'Someone else has changed this in the meantime. Reload and try again.',
  unsavable: "A value can't be saved",
  unavailable: 'The service is temporarily unavailable. Please try again.',
  failed: 'Something went wrong. Please try again.',
  tooManyTries: ({ what, minutes }: { what: string; minutes: number }) =>
    `Too many ${what}. Try again in ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  formsOnly: 'This page accepts forms only',
  unknownFormField: 'The form has an unknown field',
  formUnreadable: 'The form can’t be read',
  tooManyFormFields: 'The form has too many fields',
  formTextTooLong: 'A text in the form is too long',
  formIncomplete: 'The form is not complete',

  // Fields of forms
  required: ({ label }: { label: string }) => `${label} is required`,
  notText: ({ label }: { label: string }) => `${label} must be text`,
  tooLong: ({ label, most }: { label: string; most: number }) =>
    `${label} must be at most ${most.toLocaleString('en-US')} characters`,
  tooShort: ({ label, least }: { label: string; least: number }) =>
    `${label} must be at least ${String(least)} characters long`,
  unsavableCharacters: ({ label }: { label: string }) => `${label} contains characters that can't be saved`,
  invisibleCharacters: ({ label }: { label: string }) =>
    `${label} contains invisible characters. Please type it again`,

  // Tasks and stops
  taskArchived: 'This task is archived and can no longer be changed',
  moveNotAllowed: ({ from, to }: { from: string; to: string }) => `A ${from} task can't become ${to}`,
  moveNeedsReason: ({ from, to }: { from: string; to: string }) =>
    `A ${from} task can't become ${to} without a reason`,
  partOfTransfer: 'This delivery belongs to a transfer. Change the transfer instead',
  goingWithoutDriver: 'A going task needs a driver',
  signatureMissing: 'A signature is required to complete a delivery',
  secondStop: 'Another stop is already under way',
  stopChangedReportAgain:
    'This stop was changed on another device or by a dispatcher. Check what is left and report again.',
  alreadySigned: 'This delivery has already been signed',
  notUndoable: 'Only tasks you completed within the last minute can be undone',
  undoTooLate: ({ seconds }: { seconds: number }) =>
    `It is too late: an action can be undone for ${String(seconds)} seconds`,
  changedSince: 'This can no longer be undone: it has been changed since',
  tappedTooEarly: 'occurred_at is more than 7 days ago',
  tappedTooEarlyField: 'More than 7 days ago',
  tappedInFuture: 'occurred_at is in the future',
  tappedInFutureField: 'In the future',
  reasonWithoutHold: 'A failure reason requires the status hold',
  reasonWithoutHoldField: 'Allowed only with the status hold',
  signerWithoutSignature: "The signer's name requires a signature",
  signerWithoutSignatureField: 'Allowed only with a signature',
  invalidFailureReason: ({ reasons }: { reasons: string }) =>
    `Must be one of ${reasons}; with "other", say why after a colon`,
  nothingChanged: 'Nothing was changed',
  nothingToArchive: 'You have no completed tasks to archive',
  nothingForNextRoute: 'There are no Next Route tasks',
  routeStillActive: 'There are still active tasks on this route',
  onlyCompletedArchived: ({ status }: { status: string }) =>
    `A ${status} task can't be archived; only completed tasks can`,
  noDriverSelected: 'No driver selected',
  listChanged: 'The task list has changed. Reload and try again',
  notInRoute: 'Not an active task of this driver',
  routeListChanged: 'The task list has changed. Suggest a route again',
  routesUnavailable: 'Route optimization not available',
  noActiveTasks: 'No active tasks available for route planning',
  positionNotNumber: 'Type a number',
  positionBelowOne: 'Type a number from 1',

  // Pictures
  pictureInvalid: ({ what }: { what: string }) => `${what} is not valid`,
  pictureTooLarge: ({ what }: { what: string }) => `${what} is larger than 200 kB`,
  pictureInterlaced: ({ what }: { what: string }) =>
    `${what} is an interlaced PNG of more than 2 megapixels. Send a JPEG`,
  pictureTooManyPixels: ({ what, most }: { what: string; most: number }) =>
    `${what} has more than ${String(most)} megapixels`,
  photoUnreadable: 'The photo can’t be read',
  photoBlank: 'The photo is blank',
  photoNotImage: 'The photo is not a readable image. Send a JPEG, PNG, or WebP',
  signatureEmpty: 'The signature is empty',
  tooManyPhotos: ({ most, taken }: { most: number; taken: number }) =>
    `A task has at most ${String(most)} photos` +
    (taken > 0 ? `; this one already has ${String(taken)}` : ''),
  pictureCheckTooSlow: 'Checking the image took too long. Please try again.',
  tooManyPictures: 'Too many images at once. Try again in a moment.',

  // Sign-in, password and profile
  wrongCredentials: 'Invalid username or password',
  tooManySignIns: 'Too many people are signing in at once. Please try again.',
  registrationClosed: 'Registration is closed',
  usernameTaken: 'This username is already taken',
  usernameTooShort: 'Username must be at least 3 characters',
  usernameCharacters: 'Username can only contain letters, digits, and . _ @ -',
  usernameLooksLikeOthers:
    'Username contains letters that look like others. Use plain letters, and one alphabet in each word',
  passwordTooShortToSignIn: 'Password must be at least 6 characters',
  passwordTooShort: 'Password must be at least 8 characters',
  passwordIsUsername: 'The password must be different from the username',
  passwordOfDemo: 'Everybody knows this password from the demo. Choose another one.',
  passwordTooCommon: 'This password is too common. Choose another one.',
  passwordsDiffer: 'The passwords do not match',
  repeatPassword: 'Repeat the new password',
  currentPasswordRequired: 'Your current password is required',
  currentPasswordWrong: 'The current password is not correct',
  ownPasswordRequired: 'Your own password is required',
  ownPasswordWrong: 'Your password is not correct',
  passwordSameAsCurrent: 'The new password must be different from the current one',
  passwordSameAsTemporary: 'The new password must be different from the temporary one',
  temporaryPasswordReplaced: 'The temporary password has already been replaced',
  passwordChangedMeanwhile: 'The password was changed in the meantime. Sign in again to change it.',
  emailForm: 'Email must look like name@example.com',
  chooseTheme: 'Choose a theme',
  chooseTextSize: 'Choose a text size',
  chooseTimeZone: 'Choose a time zone',

  // API tokens, notifications and tracker apps of the own user
  tokenNameTaken: 'You already have a token with this name',
  chooseExpiry: 'Choose when the token expires',
  chooseDay: 'Choose a day',
  choosePeriodOrDay: 'Choose either a period or a date',
  tokenDayPast: 'Choose today or a later day',
  tokenTooLong: 'A token can be valid for at most 10 years',
  notificationsTwice: 'Notifications were turned on twice at once. Please try again.',
  notificationsOff: 'Turn notifications on first',
  tooManyTrackers: ({ most }: { most: number }) => `A driver has at most ${String(most)} tracker apps`,

  // The customer's page
  writeMessage: 'Write a message first',
  completedMeanwhile: 'This has been completed. Please call the office.',
};

export const refusals = part('words:refusals', () => englishRefusals);
