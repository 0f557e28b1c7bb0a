/** Debian's libfaketime gives one process another time. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the library; undefined when it is not installed. */
export function findFaketime(): string | undefined {
  return ['/usr/lib', '/usr/local/lib']
    .flatMap((folder) => [
      folder,
      ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
    ])
    .map((folder) => join(folder, 'faketime', 'libfaketime.so.1'))
    .find((path) => existsSync(path));
}

/** A clock that is right until it jumps. `env` is for the process that shall go by it. */
export function clockIn(file: string, library: string) {
  const jump = (by: string) => {
    writeFileSync(file, by);
  };
  jump('+0');
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { jump, env };
}
