/** The running version: the number of the package, and the commit when the build knew it. */
import { version } from '../../package.json';

export const VERSION = new RegExp(`${version.replaceAll('.', String.raw`\.`)}(\\+[0-9a-f]{7,40}(-dirty)?)?`);
