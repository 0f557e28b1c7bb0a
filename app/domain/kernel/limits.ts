export const KB = 1_024;

/** Longest texts, in characters. */
export const LIMITS = { name: 200, address: 500, notes: 5_000, signedBy: 100, phone: 32 } as const;

/** With "Remember me" a session lasts this long at most. */
export const SESSION_DAYS = 30;
