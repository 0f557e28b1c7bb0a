/** A start loads each module that a server file imports at its top, even if it is not needed. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('packages for commands, workers, email and pushes are loaded when they are used, not by every start', () => {
  const server = readFileSync('build/index.js', 'utf8');
  const atStart = [...server.matchAll(/^import (?:.* from )?"([^"]+)";$/gm)].map(([, name]) => name ?? '');
  expect(atStart).toContain('sequelize');
  const later = ['shapefile', 'yauzl', 'nodemailer', 'sharp', 'tinypool', 'web-push', 'imapflow'];
  expect(atStart.filter((name) => later.some((each) => name.split('/')[0] === each))).toEqual([]);
  for (const name of later) expect(server).toMatch(new RegExp(`import\\("${name}["/]`));
});
