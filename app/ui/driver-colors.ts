/**
 * The colors that identify drivers in rows, on maps and in plans. They are the same in both themes. People who see no
 * red or no green can tell them apart, and none looks red, which means late or urgent. `on` is readable on `fill`.
 */
export const DRIVER_COLORS = [
  { fill: '#047738', on: '#ffffff' },
  { fill: '#ac85bc', on: '#000000' },
  { fill: '#b07e0a', on: '#000000' },
  { fill: '#646793', on: '#ffffff' },
  { fill: '#559e94', on: '#000000' },
  { fill: '#9b29df', on: '#ffffff' },
  { fill: '#849960', on: '#000000' },
  { fill: '#5a6c6e', on: '#ffffff' },
  { fill: '#7282ff', on: '#000000' },
  { fill: '#897668', on: '#000000' },
] as const;
