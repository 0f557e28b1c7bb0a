/** The style sheet, read once: a page brings it along instead of sending the browser for it. */
import { cssBundleHref } from '@remix-run/css-bundle';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const styles = cssBundleHref ? readFileSync(join('public', cssBundleHref), 'utf8').trim() : '';
