/** Finds the parts of the task dialog as a person does. */
import type { Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { hydrated } from './browser';
import type { Network } from './network';

export const location = (page: Page) => page.getByLabel('Location Name', { exact: true });
export const address = (page: Page) => page.getByLabel('Address', { exact: true });
export const notes = (page: Page) => page.getByLabel('Additional Notes');
export const save = (page: Page) => page.getByRole('button', { name: 'Update Task' });
/** Finds the list of suggested accounts. */
export const matches = (page: Page) => page.getByRole('listbox', { name: 'Accounts' }).getByRole('option');
export const pathOf = ({ id }: Pick<Task, 'id'>) => `/dispatcher/tasks/${String(id)}`;

export async function openNew(page: Page): Promise<void> {
  await page.goto('/dispatcher/tasks/new');
  await hydrated(page);
}

/** Adds an account with these addresses. The last one is its default. */
export async function addAccount({ database }: Network, name: string, type: string, streets: string[]) {
  await database.rows('delete from accounts where name = $1', [name]);
  await database.rows(
    `with account as (insert into accounts (name, account_type) values ($1, $2) returning id)
     insert into account_addresses (account_id, name, address, city, state, zip_code, is_default)
     select id, street, street, 'Merriam', 'KS', '66203', n = $4::integer
     from account, unnest($3::text[]) with ordinality as s(street, n)`,
    [name, type, streets, streets.length],
  );
}
