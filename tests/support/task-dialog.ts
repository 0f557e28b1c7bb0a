/** Finds the parts of the task dialog as a person does. */
import type { Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { hydrated } from './browser';
import type { Network } from './network';
import { addAccount } from './rows';

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
export async function suggestAccount({ database }: Network, name: string, type: string, streets: string[]) {
  await database.rows('delete from accounts where name = $1', [name]);
  const places = streets.map((address, index) => ({
    address,
    city: 'Merriam',
    zip_code: '66203',
    is_default: index === streets.length - 1,
  }));
  await addAccount(database, name, { type, places });
}
