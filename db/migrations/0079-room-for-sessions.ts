/** Free pages at the end of the table are those that a full disk leaves for sign-ins. */
export const roomForSessions = {
  name: '0079-room-for-sessions',
  up: 'alter table sessions set (vacuum_truncate = off);',
};
