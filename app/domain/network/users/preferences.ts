/** The preferences of a user, the same on every device. Safe in the browser. */
export const THEMES = ['system', 'light', 'dark'] as const;
/** The board shows one of these beside each driver. */
export const BOARD_VIEWS = ['counts', 'timeline'] as const;
export const TEXT_SIZES = ['normal', 'large', 'larger'] as const;

/** The device's time zone and the business's; any other value is the name of a zone. */
export const DEVICE_ZONE = 'device';
export const BUSINESS_ZONE = 'business';

export type BoardView = (typeof BOARD_VIEWS)[number];

export type Preferences = {
  theme: (typeof THEMES)[number];
  textSize: (typeof TEXT_SIZES)[number];
  timeZone: string;
  boardView: BoardView;
};

/** The preset values. */
export const PREFERENCES: Preferences = {
  theme: 'system',
  textSize: 'normal',
  timeZone: DEVICE_ZONE,
  boardView: 'counts',
};
