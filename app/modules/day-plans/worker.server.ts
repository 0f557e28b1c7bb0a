/** The worker thread of the searches. A separate bundle: build/route-worker.js. */
export { optimizeOrder as order } from '~/domain/scheduling/route-optimizer/optimizer';
export { planAll as plan } from './searches';
