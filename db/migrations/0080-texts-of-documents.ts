/** What a document has that its layout does not know, and copies of orders. */
export const textsOfDocuments = {
  name: '0080-texts-of-documents',
  up: `
alter table intake_documents
  -- A text whose meaning nobody has said.
  add column new_text text,
  -- The line that is not clear, beside those that were read.
  add column doubtful text,
  -- Rows of which nothing is shipped.
  add column skipped integer not null default 0,
  drop constraint intake_documents_kind_check,
  add constraint intake_documents_kind_check
    check (kind in ('order', 'void', 'return', 'copy', 'ignored')) not valid;
`,
};
