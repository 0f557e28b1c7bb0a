import { DialogTrouble } from '~/components/board/dialog-trouble';
import { weekPath } from './runs-links';

const GONE = { title: 'Not found', text: 'There is no such schedule. Someone may have deleted it.' };

/** Replaces a dialog over a schedule when it can't be shown. */
export const ScheduleTrouble = () => <DialogTrouble gone={GONE} closeTo={weekPath()} />;
