/** Runs the bundle of bundle.ts with the code that V8 has compiled before. The first run keeps it when it ends. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { constants, Script } from 'node:vm';

const filename = resolve('.cache/test-server/server.cjs');
const compiled = join(dirname(filename), `compiled-${process.version}`);
// The bundle is pure ASCII.
const source = readFileSync(filename, 'latin1');
const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
  filename,
  ...(existsSync(compiled) && { cachedData: readFileSync(compiled) }),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
if (!existsSync(compiled))
  process.once('exit', () => {
    const own = `${compiled}.${process.pid}`;
    writeFileSync(own, script.createCachedData());
    renameSync(own, compiled);
  });
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));
