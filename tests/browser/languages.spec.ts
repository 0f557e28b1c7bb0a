/** A driver reads Spanish: no English word on any of the pages, also offline, and every text fits in longer languages. */
import type { Page } from '@playwright/test';
import { drawSignature, expect, expectAccessible, newContext, openStop, test } from '../support/browser';
import { PASSWORD } from '../support/client';
import { englishWordsIn } from '../support/english-words';
import { cameraPhoto, delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';
import { addRun, addSchedule } from '../support/runs';

const SPANISH = { phone: true, locale: 'es-MX' };

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
      if (!parent || foreign(parent) || parent.closest('script, style, noscript')) continue;
      if (node.textContent?.trim()) texts.push(node.textContent.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      if (foreign(element)) continue;
      for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
        if (element.getAttribute(name)) texts.push(element.getAttribute(name) ?? '');
    }
    return texts;
  });

/** Texts that people have written. A text of nothing else is marked as another language; a name in a sentence is not. */
const WRITTEN =
  /Brookside Auto Repair|Prairie Parts Supply|INV-1001|A-100, B-200|Puerta 5|Alma Driver|Ben Driver|Dana Dispatcher|Kansas City Parts Network|Ford|Taller \w+|Calle \w+ \d+/g;
/** Names that are the same in every language. */
const NAMES = /Parts Dispatch|\([A-Z]\w+\/[\w /-]+\)|[\w.+-]+@[\w.]+/g;

async function expectSpanish(page: Page, state: string): Promise<void> {
  const texts = await spokenTexts(page);
  const english = texts
    .map((text) => text.replaceAll(WRITTEN, '').replaceAll(NAMES, ''))
    .filter((text) => englishWordsIn(text).length > 0);
  expect(english, state).toEqual([]);
  const unmarked = texts.filter((text) => text.replaceAll(WRITTEN, '').trim() === '');
  expect(unmarked, `${state}: texts of people without their language`).toEqual([]);
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
  // A notice hides what waits to be sent.
  await network.database.rows('delete from driver_notices');
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

test('the next run of a driver is in Spanish, before and after its cut-off', async ({ open, network }) => {
  await network.database.rows('delete from run_schedules');
  const { driver } = network.ids;
  const schedule = await addSchedule(network.database, { name: 'Taller Norte', driverId: driver ?? null });
  const run = await addRun(network.database, schedule, { cutoff: 30 });
  const dispatcher = await network.as('dispatcher');
  await make(dispatcher, delivery({ run_id: run, notes: '' }));
  const page = await open('driver', SPANISH);
  await page.goto('/driver');
  await expect(page.getByText('Siguiente salida')).toBeVisible();
  await expectSpanish(page, 'the next run');
  await dispatcher.post(`/api/runs/${String(run)}/close`);
  await page.goto('/driver');
  await expect(page.getByText(/cerrada$/)).toBeVisible();
  await expectSpanish(page, 'the next run, closed');
  await expectAccessible(page);
});

const live = (page: Page) => expect(page.locator('[data-line="live"]')).toBeVisible();
const dialog = (page: Page) => page.getByRole('dialog');
const photo = async () => ({
  name: 'camera.jpg',
  mimeType: 'image/jpeg',
  buffer: await cameraPhoto(),
});
const at = (place: string) => ({ location: `Taller ${place}`, address: `Calle ${place} 5` });

/** Lets incomplete forms be sent, which browsers refuse in words of their own. */
const withoutRequired = (page: Page) =>
  page.locator('[required]').evaluateAll((fields) => {
    for (const field of fields) field.removeAttribute('required');
  });

test('what others change, the order, and a suggestion are in Spanish @long', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const { driver } = network.ids;
  const place = (name: string, latitude: number) => ({
    driver_id: driver,
    ...at(name),
    latitude,
    longitude: -94.58,
  });
  const [far] = [
    await make(dispatcher, delivery(place('Uno', 39.4))),
    await make(dispatcher, delivery(place('Dos', 39.12))),
    await make(dispatcher, pickup(place('Tres', 39.25))),
  ];
  const page = await open('driver', SPANISH);
  await page.goto('/driver');
  await live(page);
  await (await network.as('driver')).patch(`/api/tasks/${String(far.id)}`, { status: 'going' });
  await expect(page.getByText('¿Problema?')).toBeVisible();
  await dispatcher.patch(`/api/tasks/${String(far.id)}`, { address: 'Calle Doce 12', priority: 'urgent' });
  await expect(page.getByText(/dirección: ahora Calle Doce 12/i)).toBeVisible();
  await make(dispatcher, pickup({ driver_id: driver, ...at('Cuatro') }));
  await expect(page.getByText('Llegó una tarea nueva')).toBeVisible();
  await expectSpanish(page, 'changes by others');
  await button(page, 'Entendido').first().tap();
  await page.goto(`/driver/tasks/${String(far.id)}`);
  await expect(dialog(page)).toBeVisible();
  await expectSpanish(page, 'the details of a task');
  await page.goto('/driver');
  await live(page);
  await button(page, 'Sugerir ruta').tap();
  await expect(page.getByText('Orden sugerido de la ruta')).toBeVisible();
  await expectSpanish(page, 'a suggestion');
  await button(page, 'Aplicar el orden de la ruta').tap();
  await expect(page.getByText('El orden de la ruta se aplicó a la lista de tareas')).toBeVisible();
  await expectSpanish(page, 'an applied suggestion');
  await page.goto('/driver');
  await live(page);
  await page.getByRole('link', { name: 'Cambiar orden' }).tap();
  await expect(page.getByRole('button', { name: /^Arrastrar: / }).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Mover hacia abajo: / })
    .first()
    .tap();
  await expect(page.getByText(/ahora es la parada \d de \d/)).toBeAttached();
  await expectSpanish(page, 'Edit Order');
});

test('the dialogs, their refusals, and photos are in Spanish, with and without JavaScript @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver } = network.ids;
  const task = await make(dispatcher, delivery({ driver_id: driver, ...at('Uno') }));
  const other = await make(dispatcher, delivery({ driver_id: driver, ...at('Uno') }));
  const stop = `/driver/stops/${String(task.id)}`;
  await (
    await network.as('driver')
  ).post('/api/tasks/batch/status', {
    taskIds: [task.id, other.id],
    status: 'going',
  });
  const plain = await open('driver', { ...SPANISH, javaScript: false });
  const page = await open('driver', SPANISH);
  for (const [each, how] of [
    [plain, 'without JavaScript'],
    [page, 'with JavaScript'],
  ] as const) {
    await each.goto(`${stop}/fail`);
    await expectSpanish(each, `the dialog for a failure ${how}`);
    await withoutRequired(each);
    await button(each, 'Reportar').click();
    await expect(each.getByText('Elija un motivo')).toBeVisible();
    await expectSpanish(each, `a refused report ${how}`);
    await each.goto(`${stop}/sign`);
    await expect(dialog(each).getByRole('button', { name: 'Completar' })).toBeVisible();
    await expectSpanish(each, `the dialog for a signature ${how}`);
  }
  await withoutRequired(plain);
  await dialog(plain).getByRole('button', { name: 'Completar' }).click();
  await expect(plain.getByText('Se necesita una firma para completar una entrega').first()).toBeVisible();
  await expectSpanish(plain, 'a refused signature');
  await page.getByLabel('Tomar foto').setInputFiles(await photo());
  await expect(page.getByText('Se enviará 1 foto.')).toBeVisible();
  await expectSpanish(page, 'a signature with a photo');
});

for (const { state, change, sentence, advice } of [
  {
    state: 'completes',
    change: () => ({ status: 'completed' }),
    sentence: 'Dana Dispatcher la completó',
    advice: 'La entrega completada todavía no tiene firma. Aún puede agregar esta.',
  },
  {
    state: 'gives away',
    change: ({ ids }: Network) => ({ driver_id: ids.driver2 }),
    sentence: 'Dana Dispatcher la asignó a Ben Driver',
    advice: 'Ya no queda nada que firmar. El dibujo se queda aquí hasta que usted cierre.',
  },
])
  test(`what the office ${state} while somebody signs is in Spanish, and the signature is kept @long`, async ({
    open,
    network,
  }) => {
    const task = await make(
      await network.as('dispatcher'),
      delivery({ driver_id: network.ids.driver, ...at('Uno') }),
    );
    const id = String(task.id);
    await (await network.as('driver')).patch(`/api/tasks/${id}`, { status: 'going' });
    const page = await open('driver', SPANISH);
    await page.goto(`/driver/stops/${id}/sign`);
    await expect(page.getByLabel('Área para dibujar la firma')).toBeVisible();
    await drawSignature(page, 'Área para dibujar la firma');
    await page.getByLabel('Recibido por').fill('José Cliente');
    await (await network.as('dispatcher')).patch(`/api/tasks/${id}`, change(network));
    await expect(dialog(page).getByText(sentence)).toBeVisible();
    await expect(dialog(page).getByText(advice)).toBeVisible();
    await expectSpanish(page, `a stop that the office ${state}`);
    await expectAccessible(page);
    await expect(page.getByLabel('Recibido por')).toHaveValue('José Cliente');
    await expect(dialog(page).getByRole('button', { name: 'Borrar' })).toBeEnabled();
  });

test('offline, what is refused after it, and what is left at the end of a route are in Spanish @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver, driver2 } = network.ids;
  const first = await make(dispatcher, pickup({ driver_id: driver, ...at('Uno') }));
  const second = await make(dispatcher, pickup({ driver_id: driver, ...at('Dos') }));
  const page = await open('driver', SPANISH);
  await page.goto('/driver');
  await live(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/driver')) !== undefined))
    .toBe(true);
  await page.context().setOffline(true);
  await button(page, 'En camino').tap();
  await expect(page.getByText('1 acción está guardada en este teléfono')).toBeVisible();
  await page.goto('/driver/tasks/1');
  await expect(page).toHaveURL('/driver');
  await page.getByRole('link', { name: /^Completadas/ }).tap();
  await expectSpanish(page, 'offline');
  await page.goto('/driver');
  await page.getByRole('banner').locator('summary').tap();
  await page.getByRole('link', { name: 'Ajustes' }).tap();
  await expect(page.getByText(/Lo que abrió se cargará cuando vuelva la conexión/)).toBeVisible();
  await expectSpanish(page, 'a page that is not on the phone');
  await dispatcher.patch(`/api/tasks/${String(first.id)}`, { driver_id: driver2 });
  await page.context().setOffline(false);
  await page.goto('/driver');
  await expect(page.getByText(/^No se aceptó: /)).toBeVisible();
  await expectSpanish(page, 'a refusal');
  await button(page, 'Desechar').tap();
  await expectSpanish(page, 'before it is discarded');
  await button(page, 'Desechar definitivamente').tap();
  await expect(page.getByText(/^No se aceptó: /)).toHaveCount(0);

  await make(dispatcher, pickup({ driver_id: driver, status: 'next-route', ...at('Tres') }));
  await dispatcher.patch(`/api/tasks/${String(second.id)}`, { status: 'completed' });
  await expect(page.getByRole('button', { name: /^Terminar ruta/ })).toBeVisible();
  await expectSpanish(page, 'all stops done');
  await page.getByRole('button', { name: /^Terminar ruta/ }).tap();
  await expect(page.getByText('Ruta terminada').first()).toBeVisible();
  await expectSpanish(page, 'the end of a route');
  await network.database.rows(
    "update tasks set status = 'next-route', order_index = null where not archived",
  );
  await page.goto('/driver');
  await expect(page.getByRole('button', { name: /^Empezar la siguiente ruta/ })).toBeVisible();
  await expectSpanish(page, 'between routes');
  await page.getByRole('button', { name: /^Empezar la siguiente ruta/ }).tap();
  await expect(page.getByText('Ruta empezada').first()).toBeVisible();
  await network.database.rows('truncate tasks, task_events cascade');
  for (const path of ['/driver', '/driver?tab=completed', '/driver/list/completed', '/driver/nothing']) {
    await page.goto(path);
    await expectSpanish(page, `${path} without tasks`);
  }
});

test('a driver’s settings, the guide, and a sign-in by link or temporary password are in Spanish @long', async ({
  browser,
  open,
  network,
}) => {
  const page = await open('driver', SPANISH);
  await page.goto('/settings');
  const list = page.getByRole('navigation', { name: 'Ajustes' }).getByRole('link');
  const settings = await list.evaluateAll((links: HTMLAnchorElement[]) => links.map((link) => link.pathname));
  expect(settings).toContain('/settings/system');
  for (const path of [...settings, '/settings/tokens/new', '/help', '/help?q=ruta', '/dispatcher']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expectSpanish(page, path);
  }
  await page.goto('/settings/tokens/new');
  await page.getByLabel('Nombre').fill('Script');
  await page.getByLabel('Su propia contraseña').fill('not-the-one');
  await button(page, 'Crear clave').tap();
  await expect(page.getByText('Su contraseña no es correcta').first()).toBeVisible();
  await expectSpanish(page, 'a refused token');
  await page.getByLabel('Su propia contraseña').fill(PASSWORD);
  await button(page, 'Crear clave').tap();
  await expect(dialog(page)).toContainText('Cópiela ahora.');
  await expectSpanish(page, 'a new token');
  await page.goto('/settings/tokens');
  await expectSpanish(page, 'a list of tokens');
  await page.getByRole('link', { name: 'Anular Script' }).tap();
  await expect(dialog(page)).toContainText('“Script”');
  await expectSpanish(page, 'before a token is revoked');
  await expectAccessible(page);
  await button(page, 'Anular clave').tap();
  await expect(page.getByText('Clave de API anulada').first()).toBeVisible();
  await expectSpanish(page, 'a revoked token');
  await network.database.rows(
    `insert into positions (driver_id, device_id, at, latitude, longitude, accuracy)
     select $1, 0, now() - n * interval '5 seconds', 39 + n * 0.0003, -94.6, 8 from generate_series(0, 20) n`,
    [network.ids.driver],
  );
  await page.goto('/location');
  await page.getByText('Posiciones, una de cada minuto').tap();
  await expect(page.getByRole('cell', { name: 'Página del conductor' }).first()).toBeVisible();
  await page.getByLabel('Nombre del teléfono').fill('Taller Tres');
  await button(page, 'Agregar aplicación de rastreo').tap();
  await expect(dialog(page)).toContainText('No se muestra otra vez.');
  await expectSpanish(page, 'a new tracker app');
  await page.goto('/location');
  await expect(page.getByText('Taller Tres')).toBeVisible();
  await expectSpanish(page, 'the trail and a tracker app');
  const admin = await network.as('admin');
  const user = `/api/admin/users/${String(network.ids.driver2)}`;
  const { signInLink } = (await admin.post<{ signInLink: string }>(`${user}/sign-in-link`, {})).body;
  const stranger = await (await newContext(browser, network, { ...SPANISH, serviceWorker: false })).newPage();
  await stranger.goto(signInLink);
  await expect(stranger.getByRole('combobox', { name: 'Idioma' })).toHaveValue('es');
  await expectSpanish(stranger, 'a sign-in link');
  await button(stranger, 'Iniciar sesión').tap();
  await expect(button(stranger, 'Guardar y continuar')).toBeVisible();
  await expectSpanish(stranger, 'choosing a password');
  await stranger.goto(signInLink);
  await expectSpanish(stranger, 'a link that was used');
  const { temporaryPassword } = (await admin.post<{ temporaryPassword: string }>(`${user}/password`)).body;
  const phone = await (await newContext(browser, network, { ...SPANISH, serviceWorker: false })).newPage();
  await phone.goto('/auth');
  await phone.getByLabel('Usuario').fill('driver2');
  await phone.getByLabel('Contraseña').fill('not-the-one');
  await button(phone, 'Iniciar sesión').tap();
  await expect(phone.getByText('Usuario o contraseña incorrectos')).toBeVisible();
  await expectSpanish(phone, 'a refused sign-in');
  await phone.getByLabel('Contraseña').fill(temporaryPassword);
  await button(phone, 'Iniciar sesión').tap();
  await phone.getByLabel('Contraseña nueva', { exact: true }).fill('Password123');
  await phone.getByLabel('Repita la contraseña nueva').fill('Password12');
  await button(phone, 'Guardar y continuar').tap();
  await expect(phone.getByText('Las contraseñas no son iguales')).toBeVisible();
  await expectSpanish(phone, 'a refused password');
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

/** Returns pairs of texts that are drawn over each other, of those that are not behind something else. */
const overlapping = (page: Page) =>
  page.evaluate(() => {
    const lines: { text: string; parent: Element; box: DOMRect }[] = [];
    const root = document.querySelector('dialog:modal') ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim();
      if (!parent || !text || !parent.checkVisibility()) continue;
      if (parent.getBoundingClientRect().width <= 1) continue; // for screen readers only
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const isSeen = top !== null && (top.contains(parent) || parent.contains(top));
        if (box.width > 1 && isSeen) lines.push({ text, parent, box });
      }
    }
    const across = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      // Lines of text stand closer than the letters of their font may reach.
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 3;
    return lines.flatMap((one, index) =>
      lines
        .slice(index + 1)
        .filter((other) => other.parent !== one.parent && across(one.box, other.box))
        .map((other) => `${one.text} | ${other.text}`),
    );
  });

for (const locale of ['en-XA', 'ar-XB'])
  test(`nothing is cut off or overlaps at 320 pixels in ${locale} @long`, async ({ open, network }) => {
    await route(network);
    const [going] = await network.database.rows<{ id: number }>(
      "select id from tasks where type = 'delivery' and status = 'pending'",
    );
    const id = String(going?.id);
    const { origin } = await network.shared({ TEST_LANGUAGES: 'on' });
    const page = await open('driver', { phone: true, locale, origin, serviceWorker: false });
    await page.setViewportSize({ width: 320, height: 640 });
    const expectRoom = async (state: string) => {
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      expect(await cutOff(page), state).toEqual([]);
      expect(await overlapping(page), state).toEqual([]);
      await expectAccessible(page);
    };
    for (const path of [
      '/driver',
      '/driver?edit=1',
      '/driver?tab=hold',
      '/driver/list/hold',
      `/driver/tasks/${id}`,
      '/settings',
      '/location',
    ]) {
      await page.goto(path);
      await expectRoom(path);
    }
    await (await network.as('driver')).patch(`/api/tasks/${id}`, { status: 'going' });
    await page.goto('/driver');
    await live(page);
    await page.locator('summary', { hasText: '?' }).first().tap();
    await expectRoom('Problem?');
    for (const path of [`/driver/stops/${id}/fail`, `/driver/stops/${id}/sign`]) {
      await page.goto(path);
      await expect(page.locator('dialog:modal')).toBeVisible();
      await expectRoom(path);
    }
    await page.locator('dialog input[type="file"]').setInputFiles(await photo());
    await expect(page.locator('dialog img')).toBeVisible();
    await expectRoom('a signature with a photo');
  });
