import { hints } from '~/words/en/driver';
import * as css from './driver.css';

/** Shown before the first task. @param advice for a person who is no driver. */
export const FirstHints = ({ advice }: { advice: string | null }) => (
  <div className={css.hints}>
    <p>{advice ?? hints.first}</p>
    <p className={css.whenInBrowser}>{hints.homeScreen}</p>
  </div>
);
