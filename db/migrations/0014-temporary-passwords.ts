/** Marks passwords that the application made, which the user must replace first. */
export const temporaryPasswords = {
  name: '0014-temporary-passwords',
  up: `
alter table users add column must_change_password boolean not null default false;
`,
};
