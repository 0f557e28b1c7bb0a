/** The dictionaries in Spanish as drivers in the United States and in Mexico use it; see docs/translating.md. */
export * from './card';
export * from './driver';
export * from './frame';
export * from './labels';
export * from './proof';
