/** Whom to ask for roads, as the settings say; the estimate where nobody answers. */
import { env } from '~/env.server';
import { log } from '~/log.server';
import type { LatLng } from './coordinates';
import { osrmMatrix } from './osrm.server';
import { estimatedMatrix, type RoadMatrix } from './road-matrix';

/** Never fails: whoever asks wants a route, and an estimate says that it is one. */
export async function roadsBetween(points: LatLng[]): Promise<RoadMatrix> {
  if (!env.OSRM_URL || points.length < 2) return estimatedMatrix(points);
  const answer = await osrmMatrix(env.OSRM_URL, points);
  if (answer.ok) return answer.matrix;
  log.warn({ provider: 'osrm', reason: answer }, 'no road distances; estimating');
  return estimatedMatrix(points);
}
