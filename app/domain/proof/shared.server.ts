/** What a customer's link shows: one task, in words and pictures that name nothing else. */
import { row, rows } from 'db/connection';
import { businessTime } from '~/domain/business-time.server';
import { networkOf } from '~/domain/ip-address.server';
import { rateLimit } from '~/domain/rate-limit.server';
import type { StoredImage } from '~/domain/tasks/board/queries.server';
import { hashOf, OPEN } from './links.server';
import type { Proof } from './proof';
import { PROOF_FACTS, PROOF_FROM, withZone, type ProofFacts } from './proof.server';

// A page asks for itself and at most four pictures.
const visits = rateLimit({ name: 'proof', points: 300, seconds: 5 * 60, what: 'requests' });

const LINK = `join proof_links l on l.task_id = t.id and l.token_hash = $tokenHash and ${OPEN}`;

/** Office words for what happened are none of a customer's business. */
const SAID: Record<string, string> = { created: 'Ordered', going: 'On the way', completed: 'Completed' };

type Shared = ProofFacts & {
  hasSignature: boolean;
  photoCount: number;
  activity: { action: string; at: string }[] | null;
};

/**
 * The proof behind a link; null for one that never was, has ended or was revoked, which nobody can tell apart.
 * @param ip the address that asks: it can't try many.
 */
export async function openProof(token: string, ip: string): Promise<Proof | null> {
  await visits.spend(networkOf(ip));
  const found = await row<Shared>(
    `select ${PROOF_FACTS}, s.task_id is not null as "hasSignature",
       (select count(*)::integer from task_photos p where p.task_id = t.id) as "photoCount",
       (select json_agg(json_build_object('action', e.action, 'at', e.occurred_at) order by e.occurred_at, e.id)
        from task_events e where e.task_id = t.id and e.action = any($actions)) as activity
     ${PROOF_FROM} ${LINK} where t.status = 'completed'`,
    { tokenHash: hashOf(token), actions: Object.keys(SAID) },
  );
  if (!found) return null;
  const { hasSignature, photoCount, activity, ...facts } = found;
  return {
    ...facts,
    completedAt: withZone(facts.completedAt),
    signature: hasSignature ? `/p/${token}/signature` : null,
    photos: Array.from({ length: photoCount }, (_, index) => `/p/${token}/photos/${String(index + 1)}`),
    activity: (activity ?? []).map(({ action, at }) => ({
      at: businessTime(at),
      what: SAID[action] ?? '',
      by: null,
      lines: [],
    })),
    notes: null,
  };
}

export async function openSignature(token: string, ip: string): Promise<StoredImage | null> {
  await visits.spend(networkOf(ip));
  return row<StoredImage>(
    `select s.image, s.media_type as "mediaType" from task_signatures s join tasks t on t.id = s.task_id ${LINK}
     where t.status = 'completed'`,
    { tokenHash: hashOf(token) },
  );
}

/** @param number which one, from 1 on. */
export async function openPhoto(token: string, number: number, ip: string): Promise<StoredImage | null> {
  await visits.spend(networkOf(ip));
  const photos = await rows<StoredImage>(
    `select p.image, p.media_type as "mediaType" from task_photos p join tasks t on t.id = p.task_id ${LINK}
     where t.status = 'completed' order by p.created_at, p.id offset $before limit 1`,
    { tokenHash: hashOf(token), before: number - 1 },
  );
  return photos[0] ?? null;
}
