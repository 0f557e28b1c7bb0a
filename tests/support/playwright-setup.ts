import { setup } from './global-setup';

/** What it returns, Playwright calls at the end. */
export default setup;
