/**
 * Links of accounts are standing: they end when they are revoked. The office sees when one was last opened. The link of
 * a contact ends with the contact.
 */
export const standingLinks = {
  name: '0084-standing-links',
  up: `
alter table proof_links
  alter column expires_at drop not null,
  add column opened_at timestamptz,
  add column contact_id integer;
`,
};
