/** When a delivery is tried again. */
import { env } from '~/env.server';

/** In multiples of the first wait, which is 10 s: 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h. */
const WAITS = [1, 3, 12, 60, 180, 360, 1_080, 2_160, 4_320];

export const MAX_ATTEMPTS = WAITS.length + 1;
/** A webhook that has taken nothing for so long is switched off. */
export const OFF_AFTER_DAYS = 3;

/** After that many tries, a tenth more or less, so that what failed together does not come back together. */
export const backOffSeconds = (attempts: number) =>
  env.WEBHOOK_RETRY_SECONDS * (WAITS[attempts - 1] ?? 0) * (0.9 + Math.random() / 5);
