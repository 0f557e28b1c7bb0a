import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { auditPath, usersPath } from '~/components/administration/admin-links';
import { historyPath, rangePath } from '~/modules/history/history-links';
import { changedParams, KeptFields, keptParams, paramsOf, withParams } from '~/forms/view-params';

test('an address has the parameters with a value, and no question mark without any', () => {
  expect(paramsOf({ q: 'a&b', driver: 0, page: null, date: undefined, sort: '' })).toBe('?q=a%26b&driver=0');
  expect(paramsOf({ q: '' })).toBe('');
  expect(auditPath({})).toBe('/settings/audit');
  expect(auditPath({ actorId: 3, before: 9 }, '/settings/audit.csv')).toBe(
    '/settings/audit.csv?actorId=3&before=9',
  );
  expect(rangePath('/history/report', { from: '2026-01-01', to: '2026-01-31', driverId: 0 })).toBe(
    '/history/report?from=2026-01-01&to=2026-01-31&driver=0',
  );
});

test('a dialog keeps the view of the page below, and nothing else', () => {
  expect(keptParams(['q', 'page'], '?edit=5&page=2&q=bay&x=1')).toBe('?q=bay&page=2');
  expect(keptParams(['q', 'page'], '?q=bay&page=2', { page: null, q: 'dock' })).toBe('?q=dock');
  expect(usersPath('?deactivated=1&search=al&edit=1', '/new')).toBe(
    '/settings/users/new?search=al&deactivated=1',
  );
  expect(usersPath('?search=')).toBe('/settings/users');
  expect(withParams('/a?b=1', '?c=2')).toBe('/a?b=1&c=2');
  expect(withParams('/a', '?c=2')).toBe('/a?c=2');
  expect(withParams('/a', '')).toBe('/a');
});

test('one parameter changes and the others stay', () => {
  expect(changedParams('?map=before&driver=4', { map: null })).toBe('?driver=4');
  expect(changedParams('?map=before', { driver: 4 })).toBe('?map=before&driver=4');
  expect(changedParams('?map=before', { map: null })).toBe('?');
});

test('the address of the history has no day that does not exist, and no first page', () => {
  expect(historyPath({ date: '2026-02-30', search: 'bay', driverId: null, page: 1 })).toBe('/history?q=bay');
  expect(historyPath({ date: '2026-02-28', driverId: 0, page: 2 }, '/day-sheet')).toBe(
    '/history/day-sheet?date=2026-02-28&driver=0&page=2',
  );
});

test('a form that replaces the search sends the kept parameters as fields', () => {
  expect(renderToStaticMarkup(<KeptFields search="?q=bay&amp=1" />)).toBe(
    '<input type="hidden" name="q" value="bay"/><input type="hidden" name="amp" value="1"/>',
  );
});
