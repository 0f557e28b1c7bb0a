/** The language that a person has chosen. Null means that of the browser. */
export const languagesOfUsers = {
  name: '0055-languages-of-users',
  up: 'alter table users add column language text',
};
