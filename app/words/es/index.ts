/** The dictionaries in Spanish as drivers in the United States and in Mexico use it; see docs/translating.md. */
export * from './card';
export * from './driver';
export * from './failures';
export * from './frame';
export * from './held';
export * from './labels';
export * from './pages';
export * from './proof';
export * from './settings';
export * from './sign-in';
