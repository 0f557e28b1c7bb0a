/** Settings are saved after the session has ended. After the sign-in the typed text is back in its form. */
import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test } from '../support/browser';

/** Sends the form after its session has ended, and signs in again. */
async function tooLate(page: Page, button: Locator): Promise<void> {
  await button.click();
  await expect(page.getByText('What you typed is kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill('dispatch-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/draft=/);
}

for (const javaScript of [true, false]) {
  test(`texts, lists and choices are back, and can be saved then (JavaScript: ${String(javaScript)}) @long`, async ({
    open,
    network,
  }) => {
    const page = await open('admin', { javaScript });
    const at = async (path: string) => {
      await page.goto(path);
      if (javaScript) await hydrated(page);
    };
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const [vehicle, skills, url] = [field('Vehicle'), field('Skills'), field('URL')];
    const press = (name: string) => page.getByRole('button', { name, exact: true });
    const saveVehicle = page.getByRole('region', { name: 'Vehicle and Skills' }).getByRole('button');
    const end = () => network.database.rows('delete from sessions');

    const driver = `/settings/users/${String(network.ids.driver)}`;
    await at(driver);
    await vehicle.fill('Van of Alma');
    await skills.fill('hazmat');
    await end();
    await tooLate(page, saveVehicle);
    await expect(vehicle).toHaveValue('Van of Alma');
    await expect(skills).toHaveValue('hazmat');
    await saveVehicle.click();
    await expect(
      page.getByText('Vehicle and skills updated').filter({ visible: true }).first(),
    ).toBeVisible();
    // The text was restored once and does not come back later.
    await at(driver);
    await expect(vehicle).toHaveValue('Van of Alma');
    await vehicle.fill('Another van');
    await at(`/settings/users/${String(network.ids.driver2)}`);
    await expect(vehicle).toHaveValue('');

    await at('/settings/customer-messages/late');
    const text = field('Text');
    const box = page.getByRole('checkbox', { name: 'Tell contacts of this' });
    const [wasTold, typed] = [await box.isChecked(), 'Sorry, {stop} is late'];
    await text.fill(typed);
    await box.setChecked(!wasTold);
    await end();
    await tooLate(page, press('Save'));
    await expect(text).toHaveValue(typed);
    await expect(box).toBeChecked({ checked: !wasTold });

    await at('/settings/webhooks/new');
    await url.fill('https://example.com/hook');
    const events = page.getByRole('group', { name: 'Events' }).getByRole('checkbox');
    await events.first().uncheck();
    await end();
    await tooLate(page, press('Create Webhook'));
    await expect(url).toHaveValue('https://example.com/hook');
    await expect(events.first()).not.toBeChecked();
    await expect(events.nth(1)).toBeChecked();

    // The other forms of the page show the stored values.
    await at('/settings');
    const name = field('Full name');
    const own = await name.inputValue();
    await field('Phone').fill('816-555-0177');
    await end();
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('dispatch-demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(field('Phone')).toHaveValue('816-555-0177');
    await expect(name).toHaveValue(own);
  });
}
