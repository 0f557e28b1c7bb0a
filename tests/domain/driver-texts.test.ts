/** Texts of the driver's page that need no page to be seen. */
import { expect, test } from 'vitest';
import { failureMessage } from '~/components/offline/driver-action';
import { card } from '~/words/en/card';
import { driver } from '~/words/en/driver';
import { suggestion } from '~/words/en/order';
import { englishRefusals } from '~/words/en/refusals';

test('a card', () => {
  expect([card.inactive, card.deliverTo, card.noTime]).toEqual([
    'Inactive',
    'Deliver to ',
    'No timestamp available',
  ]);
  const count = 3;
  expect([card.tasks(count), card.inParentheses(count), card.andMore(count)]).toEqual([
    `${String(count)} tasks`,
    `(${String(count)} tasks)`,
    `...and ${String(count)} more tasks`,
  ]);
});

test('failures', () => {
  expect(driver.failed).toBe('Failed to update tasks');
  expect(failureMessage({ kind: 'endRoute' })).toBe('Failed to end route');
  expect(driver.noCompleted).toBe('No Completed Tasks');
  expect(englishRefusals.nothingToArchive).toBe('You have no completed tasks to archive');
  expect(suggestion.failed).toBe('Route optimization failed. Please try again.');
});
