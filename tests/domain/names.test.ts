import { expect, test } from 'vitest';
import { disambiguateNames } from '~/domain/network/users/queries.server';

test('a person with the same name as another is shown with the user name', () => {
  const people = [
    { name: 'Sam Lee', username: 'slee' },
    { name: 'Ann', username: 'ann' },
    { name: 'sam lee', username: 'sam2' },
    { name: '', username: 'Ann' },
  ];
  expect(disambiguateNames(people).map(({ name }) => name)).toEqual([
    'Sam Lee (slee)',
    'Ann (ann)',
    'sam lee (sam2)',
    '',
  ]);
});
