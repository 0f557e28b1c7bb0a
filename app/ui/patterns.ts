/** Declarations that many styles begin with. Plain objects: `style({ ...column(space[2]), … })`. */
import { color, media, radius, space } from './tokens.css';

/** One below the other. */
export const column = (gap: string) => ({ display: 'flex', flexDirection: 'column', gap }) as const;

/** Side by side, centered. */
export const line = (gap: string) => ({ display: 'flex', alignItems: 'center', gap }) as const;

/** Side by side, centered, and on more lines where one is too short. */
export const wrap = (gap: string) => ({ ...line(gap), flexWrap: 'wrap' }) as const;

/** As `line`, within a text. */
export const inline = (gap: string) => ({ display: 'inline-flex', alignItems: 'center', gap }) as const;

/** Within a text or a line, with its contents in its middle. */
export const middle = { display: 'inline-flex', alignItems: 'center', justifyContent: 'center' } as const;

/** Two columns of fields; one on a phone. */
export const pairOfFields = {
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: space[3],
  alignItems: 'start',
  '@media': { [media.phone]: { gridTemplateColumns: '1fr' } },
} as const;

/** A thin edge with round corners. */
export const outlined = (edge: string = color.line) =>
  ({ border: `1px solid ${edge}`, borderRadius: radius }) as const;

/** A link that fills the nearest positioned box around it, and shows the focus there. */
export const stretched = {
  selectors: {
    '&::after': { content: '""', position: 'absolute', inset: 0 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `2px solid ${color.focus}`, outlineOffset: '-2px' },
  },
} as const;

/** What does not fit ends with an ellipsis. With a zoom of 400 % there is room below, but not beside. */
export const oneLine = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@media': { [media.low]: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
} as const;

/** Stays in sight at the lower edge, unless it would leave too little room for the rest. */
export const foot = {
  position: 'sticky',
  bottom: 0,
  '@media': { [media.low]: { position: 'static' } },
} as const;
