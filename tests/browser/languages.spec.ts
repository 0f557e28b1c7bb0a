/** A driver reads Spanish: no English word on any of the pages, also offline, and every text fits in longer languages. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, newContext, openStop, test } from '../support/browser';
import { delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';

const SPANISH = { phone: true, locale: 'es-MX' };

/** Words that no Spanish text has. Names, addresses and notes are marked as English, and left out. */
const ENGLISH =
  /\b(the|and|of|to|is|are|was|were|you|your|this|that|with|for|from|not|no one|stops?|route|tasks?|done|done about|going|complete[d]?|could|hold|next|active|edit|order|navigate|call|details|need|by|about|late|waiting|send|sign|signature|photos?|take|close|reason|report|other|closed|refused|wrong|settings|logout|account|live|offline|updated|refresh|deliver|delivery|pickup|high|urgent task|notes?|customer|last|created|edited|password|username|save|language|driver|share|location)\b/i;

/** Returns the texts of the page that are not marked as another language. */
const spokenTexts = (page: Page) =>
  page.evaluate(() => {
    const foreign = (node: Element | null) => {
      const marked = node?.closest('[lang]');
      return marked !== null && marked !== undefined && marked !== document.documentElement;
    };
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || foreign(parent) || parent.closest('script, style, noscript, time')) continue;
      if (node.textContent?.trim()) texts.push(node.textContent.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      if (foreign(element)) continue;
      for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
        if (element.getAttribute(name)) texts.push(element.getAttribute(name) ?? '');
    }
    return texts;
  });

/** What people have written, and names that are the same in every language. */
const WRITTEN =
  /Parts Dispatch|Brookside Auto Repair|Prairie Parts Supply|INV-1001|A-100, B-200|Puerta 5|Dora Driver|driver|\([A-Z]\w+\/[\w /-]+\)|[\w.+-]+@[\w.]+/g;

async function expectSpanish(page: Page, state: string): Promise<void> {
  const english = (await spokenTexts(page)).filter((text) => ENGLISH.test(text.replace(WRITTEN, '')));
  expect(english, state).toEqual([]);
}

async function route(network: Network): Promise<void> {
  const dispatcher = await network.as('dispatcher');
  const { driver } = network.ids;
  await make(dispatcher, delivery({ driver_id: driver, notes: 'Puerta 5', priority: 'urgent' }));
  await make(dispatcher, pickup({ driver_id: driver }));
  await make(dispatcher, pickup({ driver_id: driver, status: 'hold', location: 'Prairie Parts Supply' }));
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.beforeEach(async ({ network }) => {
  await network.database.rows('truncate tasks, task_events cascade');
  await network.database.rows('update users set language = null');
});

test('a driver’s day in Spanish has no English word, with and without JavaScript @long', async ({
  open,
  network,
}) => {
  await route(network);
  const plain = await open('driver', { ...SPANISH, javaScript: false });
  for (const path of [
    '/driver',
    '/driver?edit=1',
    '/driver?tab=hold',
    '/driver/list/hold',
    '/settings',
    '/location',
  ]) {
    await plain.goto(path);
    await expect(plain.locator('html')).toHaveAttribute('lang', 'es');
    await expectSpanish(plain, `${path} without JavaScript`);
  }
  const page = await open('driver', SPANISH);
  await page.goto('/driver');
  await expect(page.getByRole('link', { name: /^Activas/ })).toBeVisible();
  await expect(page.locator('[data-line="live"]')).toBeVisible();
  await expectSpanish(page, 'the route');
  await expectAccessible(page);
  await openStop(page, 'Prairie Parts Supply');
  await expectSpanish(page, 'an open stop');
  await page.reload();
  await expect(page.locator('[data-line="live"]')).toBeVisible();
  await button(page, 'En camino').tap();
  await expect(page.getByText('¿Problema?')).toBeVisible();
  await expectSpanish(page, 'a stop under way');
  await page.getByText('¿Problema?').tap();
  await page.getByRole('link', { name: 'No se pudo completar' }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectSpanish(page, 'the failure dialog');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Cerrar' }).last().tap();
  await page
    .getByRole('link', { name: /^Completar/ })
    .first()
    .tap();
  await expect(page.getByLabel('Área para dibujar la firma')).toBeVisible();
  await expectSpanish(page, 'the signature dialog');
  await page.getByText('Escribir el nombre').tap();
  await page.getByLabel('Nombre completo, escrito como firma').fill('Ana');
  await page.getByRole('dialog').getByRole('button', { name: 'Completar' }).tap();
  await expect(page.getByText('Completada: Brookside Auto Repair').first()).toBeVisible();
  await expectSpanish(page, 'a completed stop');
});

test('sign-in, registration and a new password are in the browser’s language', async ({
  browser,
  network,
}) => {
  const page = await (await newContext(browser, network, { ...SPANISH, serviceWorker: false })).newPage();
  await page.goto('/auth');
  await expectSpanish(page, 'sign-in');
  await expectAccessible(page);
  await page.getByLabel('Usuario').fill('nobody');
  await page.getByLabel('Contraseña').fill('wrong-password');
  await page.route('/auth/answer', (route) => route.abort());
  await button(page, 'Iniciar sesión').tap();
  await expect(page.getByText('No se puede conectar con el servidor')).toBeVisible();
  await page.goto('/auth?mode=register');
  await expectSpanish(page, 'registration');
});

test('a person’s choice comes before the browser’s, and an admin can make it', async ({ open, network }) => {
  const admin = await network.as('admin');
  const { driver } = network.ids;
  const path = `/api/admin/users/${String(driver)}/language`;
  expect((await admin.put(path, { language: 'es' })).status).toBe(200);
  const english = await open('driver', { phone: true });
  await english.goto('/driver');
  await expect(english.locator('html')).toHaveAttribute('lang', 'es');
  await english.goto('/settings');
  await english.getByRole('combobox', { name: 'Idioma' }).selectOption('en');
  await button(english, 'Guardar idioma').tap();
  await expect(english.getByText('Settings updated').first()).toBeVisible();
  await expect(english.locator('html')).toHaveAttribute('lang', 'en');
  const spanish = await open('driver', SPANISH);
  await spanish.goto('/driver');
  await expect(spanish.locator('html')).toHaveAttribute('lang', 'en');
  const office = await open('dispatcher', { locale: 'es-MX' });
  await office.goto('/dispatcher');
  await expect(office.locator('html')).toHaveAttribute('lang', 'en');
});

test('a stored page opens offline in its language, and another language loses no action @long', async ({
  open,
  network,
}) => {
  await route(network);
  const page = await open('driver', SPANISH);
  await page.goto('/driver');
  await expect(page.locator('[data-line="live"]')).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/driver')) !== undefined))
    .toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await button(page, 'En camino').tap();
  await expect(page.getByText('Por enviar').filter({ visible: true }).first()).toBeVisible();
  await expectSpanish(page, 'offline');
  await network.database.rows("update users set language = 'en' where id = $1", [network.ids.driver]);
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect
    .poll(() => network.database.rows<{ status: string }>("select status from tasks where status = 'going'"))
    .toHaveLength(1);
});

/** Returns the elements whose text is cut off, or that stand over the edge of the window. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : [];
    const cut = [
      ...document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, p, summary, label, legend, li'),
    ]
      .filter((element) => element.checkVisibility() && element.textContent.trim())
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        if (textOverflow === 'ellipsis' || overflowX === 'auto') return false;
        const { left, right, width } = element.getBoundingClientRect();
        if (width <= 1) return false; // for screen readers only
        return element.scrollWidth > element.clientWidth + 1 || left < -1 || right > window.innerWidth + 1;
      })
      .map((element) => element.textContent);
    return [...wide, ...cut];
  });

for (const locale of ['en-XA', 'ar-XB'])
  test(`nothing is cut off at 320 pixels in ${locale} @long`, async ({ open, network }) => {
    await route(network);
    const { origin } = await network.shared({ TEST_LANGUAGES: 'on' });
    const page = await open('driver', { phone: true, locale, origin, serviceWorker: false });
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of [
      '/driver',
      '/driver?edit=1',
      '/driver?tab=hold',
      '/driver/list/hold',
      '/settings',
      '/location',
    ]) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      expect(await cutOff(page), path).toEqual([]);
      await expectAccessible(page);
    }
  });
