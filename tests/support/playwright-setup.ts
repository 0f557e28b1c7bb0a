import { setup } from './global-setup';

/** Playwright calls the returned function at the end. */
export default setup;
