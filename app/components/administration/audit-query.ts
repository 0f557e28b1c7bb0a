import { ACTS, type Act } from '~/domain/administration/acts';

type AuditQuery = { actorId?: number | undefined; act?: Act | undefined; before?: number | undefined };

/** Values in the address that make no sense are left out. */
export function readAuditQuery(search: string): AuditQuery {
  const query = new URLSearchParams(search);
  const id = (name: string) => {
    const value = query.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
  };
  return {
    actorId: id('actorId'),
    act: ACTS.find((each) => each === query.get('act')),
    before: id('before'),
  };
}

/** The address of the page, or of the CSV file. */
export function auditPath(query: AuditQuery, path = '/settings/audit'): string {
  const given = new URLSearchParams();
  for (const name of ['actorId', 'act', 'before'] as const) {
    if (query[name] !== undefined) given.set(name, String(query[name]));
  }
  return `${path}?${given.toString()}`;
}
