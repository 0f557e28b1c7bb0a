import { expect, test } from 'vitest';
import { looksLikeOthers } from '~/domain/network/users/schema';

test.each([
  'аdmin', // Cyrillic а
  'АDMIN',
  'drіver', // Cyrillic і
  'сора', // Cyrillic only, reads as copa
  'οικο', // Greek only
  'dispatcheг',
  'admın',
  'ɑdmin',
  'dispatcher.а',
  'driver٢',
])('%s can be read as another username', (username) => {
  expect(looksLikeOthers(username)).toBe(true);
});

test.each([
  'admin',
  'alma.diaz',
  'josé.müller2',
  'łukasz',
  'иван',
  'иван.petrov',
  'driver.юя',
  'γιώργος',
  'driver.李',
  'たなか',
  '김철수',
  'محمد',
  'a@b.example',
])('%s is taken', (username) => {
  expect(looksLikeOthers(username)).toBe(false);
});
