/** The language in which a contact gets messages. Null means that of the network. */
export const languagesOfContacts = {
  name: '0056-languages-of-contacts',
  up: 'alter table account_contacts add column language text',
};
