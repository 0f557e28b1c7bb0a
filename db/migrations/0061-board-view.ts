/** The board shows counts or times beside each driver, as the user has chosen. */
export const boardView = {
  name: '0061-board-view',
  up: `
alter table users add column board_view text not null default 'counts'
  check (board_view in ('counts', 'timeline'));
`,
};
