/** Of a document that is not confirmed, nobody knows who has sent it. */
export const confirmedDocuments = {
  name: '0077-confirmed-documents',
  up: 'alter table intake_documents add column is_confirmed boolean not null default true;',
};
