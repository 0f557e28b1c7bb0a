/** The version that runs: the number of the package, and the commit where the build knew one. */
import { version } from '../../package.json';

export const VERSION = new RegExp(`${version.replaceAll('.', String.raw`\.`)}(\\+[0-9a-f]{7,40}(-dirty)?)?`);
