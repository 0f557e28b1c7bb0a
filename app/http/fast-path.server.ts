/** Answers 304 for an unchanged task list before the call itself is run. */
import type { IncomingMessage } from 'node:http';
import type { Actor } from '~/domain/actor';
import { listTasksVersion } from '~/domain/tasks/board/queries.server';
import { findSessionActor } from '~/domain/users/sessions.server';
import { sessionToken } from './session.server';

/** The ETag of `GET /api/tasks` for this user. */
export async function taskListTag(actor: Actor, driverOnly?: 'true' | 'false'): Promise<string> {
  const version = await listTasksVersion(actor, { driverOnly });
  return `W/"${String(actor.id)}-${String(version)}"`;
}

/** 304 for a task list that the client has already; null when the call has to answer. Never throws. */
export async function answerUnchanged(request: IncomingMessage): Promise<Response | null> {
  const { 'if-none-match': known, cookie, authorization } = request.headers;
  const [path, query = ''] = (request.url ?? '').split('?');
  const token = sessionToken(cookie);
  if (!known || !token || authorization || path !== '/api/tasks') return null;
  try {
    const actor = await findSessionActor(token);
    if (!actor || actor.mustChangePassword) return null;
    const driverOnly = new URLSearchParams(query).get('driverOnly') === 'true' ? 'true' : undefined;
    const tag = await taskListTag(actor, driverOnly);
    return known === tag ? new Response(null, { status: 304, headers: { ETag: tag } }) : null;
  } catch {
    return null;
  }
}
