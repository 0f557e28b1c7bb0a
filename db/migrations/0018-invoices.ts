/**
 * Finds tasks by their invoice number as it is typed, so that a repeated one at the same place is noticed.
 */
export const invoices = {
  name: '0018-invoices',
  up: String.raw`
create index tasks_invoice on tasks (lower(btrim(invoice_number))) where invoice_number <> '';
`,
};
