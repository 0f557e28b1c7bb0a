/** A password that was made by the application is replaced by its user before anything else. */
export const temporaryPasswords = {
  name: '0014-temporary-passwords',
  up: `
alter table users add column must_change_password boolean not null default false;
`,
};
