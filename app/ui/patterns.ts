/** Declarations that many styles start with. They are plain objects: `style({ ...column(space[2]), … })`. */
import { color, media, radius, space } from './tokens.css';

/** Elements one below the other. */
export const column = (gap: string) => ({ display: 'flex', flexDirection: 'column', gap }) as const;

/** Elements side by side, centered vertically. */
export const line = (gap: string) => ({ display: 'flex', alignItems: 'center', gap }) as const;

/** Like `line`, but the elements wrap. */
export const wrap = (gap: string) => ({ ...line(gap), flexWrap: 'wrap' }) as const;

/** Like `line`, but inside a text. */
export const inline = (gap: string) => ({ display: 'inline-flex', alignItems: 'center', gap }) as const;

/** Inside a text or a line, with centered content. */
export const middle = { display: 'inline-flex', alignItems: 'center', justifyContent: 'center' } as const;

/** Two columns of fields, or one on a phone. */
export const pairOfFields = {
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: space[3],
  alignItems: 'start',
  '@media': { [media.phone]: { gridTemplateColumns: '1fr' } },
} as const;

/** For screen readers only. */
export const hiddenFromSight = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

/** A thin border with round corners. */
export const outlined = (edge: string = color.line) =>
  ({ border: `1px solid ${edge}`, borderRadius: radius }) as const;

/** A link that fills the nearest positioned element around it. That area shows the focus. */
export const stretched = {
  selectors: {
    '&::after': { content: '""', position: 'absolute', inset: 0 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `2px solid ${color.focus}`, outlineOffset: '-2px' },
  },
} as const;

/** A long text ends with an ellipsis. With a zoom of 400 % it wraps, because there is space below but not beside. */
export const oneLine = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@media': { [media.low]: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
} as const;

/** Stays visible at the bottom, unless it would leave too little space for the rest. */
export const foot = {
  position: 'sticky',
  bottom: 0,
  '@media': { [media.low]: { position: 'static' } },
} as const;
