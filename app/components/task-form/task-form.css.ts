import { globalStyle, style } from '@vanilla-extract/css';
import { column, foot, outlined, pairOfFields } from '~/ui/patterns';
import { color, lifted, media, whitePaper, radius, space, target, text, weight } from '~/ui/tokens.css';

export const form = style(column(space[3]));
// The dialog's head and foot must not hide a focused field.
globalStyle(`${form} :is(input, select, textarea, summary)`, {
  scrollMarginTop: '5.5rem',
  scrollMarginBottom: '5rem',
  '@media': { [media.phone]: { scrollMarginBottom: '8rem' } },
});
export const pair = style(pairOfFields);

/** A short field, and another one that takes the rest of the row. */
export const beside = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(12rem, 1fr)',
  gap: space[3],
  alignItems: 'start',
  '@media': { [media.phone]: { gridTemplateColumns: '1fr' } },
});
/** The driver and two shorter fields. On a phone the driver is above the others. */
export const planning = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(8.5rem, 1fr))',
  gap: space[3],
  alignItems: 'start',
  '@media': { [media.phone]: { gridTemplateColumns: '1fr 1fr' } },
});
globalStyle(`${planning} > :first-child`, { '@media': { [media.phone]: { gridColumn: '1 / -1' } } });
/** The visible fields side by side. */
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(14rem, 1fr))',
  gap: space[3],
  alignItems: 'start',
});

// The form's own state hides fields that a type or a status does not use, with or without JavaScript.
export const onlyDelivery = style({});
export const onlyPickup = style({});
export const onlyTransfer = style({});
export const notPickup = style({});
export const notTransfer = style({});
export const onlyParts = style({});
export const onlyHold = style({});
const unlessType = (type: string) => `${form}:not(:has(input[name="type"][value="${type}"]:checked))`;
globalStyle(`${unlessType('delivery')} ${onlyDelivery}`, { display: 'none' });
globalStyle(`${unlessType('pickup')} ${onlyPickup}`, { display: 'none' });
globalStyle(`${unlessType('transfer')} ${onlyTransfer}`, { display: 'none' });
globalStyle(`${form}:has(input[name="type"][value="pickup"]:checked) ${notPickup}`, { display: 'none' });
globalStyle(`${form}:has(input[name="type"][value="transfer"]:checked) ${notTransfer}`, { display: 'none' });
globalStyle(`${form}:has(input[name="type"][value="delivery"]:checked) ${onlyParts}`, { display: 'none' });
globalStyle(`${form}:not(:has(select[name="status"] option[value="hold"]:checked)) ${onlyHold}`, {
  display: 'none',
});

export const buttons = style({
  ...foot,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'end',
  gap: space[2],
  margin: `0 -${space[4]} -${space[4]}`,
  padding: `${space[3]} ${space[4]}`,
  background: color.surface,
  borderTop: `1px solid ${color.line}`,
});
/** Quiet buttons for actions that are rarely needed. */
export const push = style({ marginRight: 'auto', ':empty': { display: 'none' } });
globalStyle(`${push} > *`, { padding: 0, color: color.muted });
globalStyle(`${buttons} > :not(${push})`, { '@media': { [media.phone]: { flex: '1 0 auto' } } });
/** An address with a button beside its label. For the keyboard, the button comes after the field. */
export const street = style({ position: 'relative' });
globalStyle(`${street} > button`, {
  position: 'absolute',
  top: 0,
  right: 0,
  minHeight: '1.5rem',
  padding: `0 ${space[1]}`,
  fontSize: text.small,
});
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
  ...outlined(color.muted),
  boxShadow: lifted,
});
export const option = style({
  padding: `${space[1]} ${space[2]}`,
  borderRadius: radius,
  cursor: 'pointer',
  selectors: { '&[aria-selected="true"]': { background: color.focus, color: color.onTone } },
});
export const optionName = style({ display: 'flex', justifyContent: 'space-between', gap: space[3] });
export const optionPlace = style({
  display: 'block',
  fontSize: text.small,
  color: color.muted,
  overflowWrap: 'anywhere',
  selectors: { [`${option}[aria-selected="true"] &`]: { color: 'inherit' } },
});
export const optionPhone = style({ whiteSpace: 'nowrap' });
export const prefix = style({ fontWeight: weight.medium, textDecoration: 'underline' });
export const noMatch = style({
  position: 'absolute',
  zIndex: 5,
  insetInline: 0,
  top: 'calc(100% + 2px)',
  padding: space[2],
  ...outlined(color.muted),
  background: color.surface,
  color: color.muted,
  fontSize: text.small,
  boxShadow: lifted,
});
/** Its line is there before the promise, so that nothing below moves. */
export const promise = style({
  minHeight: '1.5em',
  marginTop: space[1],
  fontSize: text.small,
  fontWeight: weight.medium,
});
export const notice = style({
  color: color.ink,
  fontSize: text.small,
  fontWeight: weight.medium,
  selectors: {
    '&:not(:empty)': {
      marginTop: space[2],
      padding: `${space[2]} ${space[3]}`,
      border: `1px solid ${color.nextRoute}`,
      borderLeftWidth: '5px',
      borderRadius: radius,
    },
    '&:not(:empty):not([data-possible])': { borderColor: color.urgent },
  },
});
export const linked = style({ margin: 0 });
export const matches = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: space[1],
  padding: space[2],
  ...outlined(),
});
export const activity = style({
  fontSize: text.small,
  ...column(space[1]),
});
export const more = style([column(space[3]), { marginTop: space[1] }]);
/** Skills and two numbers. The second number has the longer label. */
export const needs = style([planning, { '@media': { [media.phone]: { gridTemplateColumns: '2fr 3fr' } } }]);
export const summary = style({ cursor: 'pointer', fontWeight: weight.medium, padding: `${space[1]} 0` });
/** Stands above the fields, because it should be read before a change. */
export const top = style({
  ...column(space[1]),
  marginBottom: space[3],
  padding: `${space[2]} ${space[3]} 0`,
  ...outlined(),
});
export const failed = style([top, { borderColor: color.urgent, borderLeftWidth: '5px' }]);
export const sentence = style({ margin: 0, fontWeight: weight.bold, overflowWrap: 'anywhere' });
/** Quiet buttons without padding, so that their text aligns with the sentence above. */
export const topActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  margin: `0 -${space[1]} ${space[1]}`,
  columnGap: space[1],
});
// Two rows of buttons leave the driver visible on an office PC that shows 625 px.
globalStyle(`${topActions} > :is(a, button)`, {
  minHeight: '1.5rem',
  padding: `0 ${space[1]}`,
  fontSize: text.small,
  '@media': { [media.phone]: { minHeight: target.touch } },
});
export const planButtons = style({ display: 'flex', gap: space[1], margin: `0 ${space[1]}` });
globalStyle(`${planButtons} > button`, { padding: `0 ${space[2]}`, fontSize: text.small });
export const pictures = style({ display: 'flex', flexWrap: 'wrap', gap: space[3] });

export const signature = style({ margin: 0 });
// A signature is black on white in all themes.
export const signatureImage = style({
  maxWidth: '100%',
  height: 'auto',
  ...outlined(),
  background: whitePaper.white,
});
// Small, because the form below needs the space.
export const smallSignature = style({ width: '240px' });

/** The facts of an archived task. */
export const facts = style({ ...column(space[2]), margin: 0 });
export const fact = style({
  display: 'grid',
  gridTemplateColumns: '8rem minmax(0, 1fr)',
  gap: space[3],
  '@media': { [media.phone]: { gridTemplateColumns: '1fr', gap: 0 } },
});
export const factLabel = style({ color: color.muted });
export const factValue = style({ margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
