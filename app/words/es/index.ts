/** The dictionaries in Spanish as drivers in the United States and in Mexico use it; see docs/translating.md. */
export * from './card';
export * from './driver';
export * from './failures';
export * from './frame';
export * from './guide';
export * from './held';
export * from './labels';
export * from './order';
export * from './pages';
export * from './place';
export * from './positions';
export * from './proof';
export * from './settings';
export * from './shift';
export * from './sign-in';
export * from './sign-in-script';
