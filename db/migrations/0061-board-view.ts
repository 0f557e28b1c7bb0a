/** What the board shows beside each driver: counts or times. */
export const boardView = {
  name: '0061-board-view',
  up: `
alter table users add column board_view text not null default 'counts'
  check (board_view in ('counts', 'timeline'));
`,
};
