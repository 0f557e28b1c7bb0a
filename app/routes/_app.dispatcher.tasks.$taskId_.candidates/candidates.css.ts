import { globalStyle, style } from '@vanilla-extract/css';
import { table as plain } from '~/ui/table.css';
import { color, media, text } from '~/ui/tokens.css';

/** Short columns; what comes late gets the rest. */
export const table = style([plain]);
globalStyle(`${table} td`, { '@media': { [media.desk]: { whiteSpace: 'nowrap' } } });
globalStyle(`${table} td[data-label="Then"]`, { width: '100%', whiteSpace: 'normal' });

export const driver = style({ fontWeight: 600 });
export const late = style({ color: color.urgent, fontWeight: 600 });
export const source = style({ display: 'block', color: color.muted, fontSize: text.small });
