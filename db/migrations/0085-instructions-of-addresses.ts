/** What drivers need to know at an address: a key box, a door, hours. */
export const instructionsOfAddresses = {
  name: '0085-instructions-of-addresses',
  up: `
alter table account_addresses add column instructions text not null default '';
`,
};
