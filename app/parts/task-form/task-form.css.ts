import { globalStyle, style } from '@vanilla-extract/css';
import { color, media, radius, space, text } from '~/ui/tokens.css';

export const form = style({ display: 'flex', flexDirection: 'column', gap: space[3] });
export const pair = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: space[3],
  alignItems: 'start',
  '@media': { [media.phone]: { gridTemplateColumns: '1fr' } },
});

// What a type or a status has no use for is not shown: the form's own state decides, with or without JavaScript.
export const onlyDelivery = style({});
export const onlyPickup = style({});
export const onlyTransfer = style({});
export const onlyParts = style({});
export const onlyHold = style({});
const unlessType = (type: string) => `${form}:not(:has(input[name="type"][value="${type}"]:checked))`;
globalStyle(`${unlessType('delivery')} ${onlyDelivery}`, { display: 'none' });
globalStyle(`${unlessType('pickup')} ${onlyPickup}`, { display: 'none' });
globalStyle(`${unlessType('transfer')} ${onlyTransfer}`, { display: 'none' });
globalStyle(`${form}:has(input[name="type"][value="delivery"]:checked) ${onlyParts}`, { display: 'none' });
globalStyle(`${form}:not(:has(select[name="status"] option[value="hold"]:checked)) ${onlyHold}`, {
  display: 'none',
});

export const buttons = style({
  position: 'sticky',
  bottom: `-${space[4]}`,
  display: 'flex',
  flexWrap: 'wrap',
  gap: space[2],
  margin: `0 -${space[4]} -${space[4]}`,
  padding: `${space[3]} ${space[4]}`,
  background: color.surface,
  borderTop: `1px solid ${color.line}`,
});
export const push = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], marginRight: 'auto' });
export const combobox = style({ position: 'relative' });
export const withButton = style({ display: 'flex', gap: space[2] });
export const options = style({
  position: 'absolute',
  zIndex: 5,
  insetInline: 0,
  top: 'calc(100% + 2px)',
  maxHeight: '16rem',
  overflow: 'auto',
  padding: space[1],
  background: color.surface,
  border: `1px solid ${color.muted}`,
  borderRadius: radius,
  boxShadow: '0 6px 20px rgb(20 24 31 / 0.25)',
});
export const option = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: space[3],
  padding: `${space[2]} ${space[2]}`,
  borderRadius: radius,
  cursor: 'pointer',
  selectors: { '&[aria-selected="true"]': { background: color.focus, color: color.onTone } },
});
export const note = style({ padding: space[2], color: color.muted, fontSize: text.small });
export const matches = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: space[1],
  padding: space[2],
  border: `1px solid ${color.line}`,
  borderRadius: radius,
});
export const activity = style({
  fontSize: text.small,
  display: 'flex',
  flexDirection: 'column',
  gap: space[1],
});
export const summary = style({ cursor: 'pointer', fontWeight: 600, padding: `${space[1]} 0` });
