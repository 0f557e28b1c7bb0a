/** The dictionaries in Spanish as drivers in the United States and in Mexico use it; see docs/translating.md. */
export * from './activity';
export * from './labels';
export * from './notices';
export * from './refusals';
export * from './customer';
export * from './messages';
export * from './outbox';
