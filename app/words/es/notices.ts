/** Notices and notifications in Spanish. */
import type { notices as english } from '~/words/en/notices';
import type { Translation } from '~/words/words';

export const notices: Translation<typeof english> = ({ plural }) => {
  const stops = (count: number, one: string, other: string) =>
    `${String(count)} ${plural(count, { one: `parada ${one}`, other: `paradas ${other}` })}`;
  const several: Record<string, string> = {
    'se quitó': 'se quitaron',
    'se completó': 'se completaron',
    'se pasó': 'se pasaron',
    volvió: 'volvieron',
  };
  return {
    urgent: 'URGENTE',
    ready: 'Lista para recoger',
    done: {
      removed: 'Se quitó de su ruta',
      completed: 'Se completó',
      later: 'Se pasó a su siguiente ruta',
      stopped: 'Volvió a Pendiente',
      planned: 'Su ruta se planeó de nuevo',
      unplanned: 'El plan nuevo se deshizo',
      added: 'Añadida a su salida',
      by: (what, who) => `${what} (${who})`,
    },
    labels: {
      location: 'Lugar',
      address: 'Dirección',
      notes: 'Notas',
    },
    changedTo: (label, value) => `${label}: ahora ${value || 'en blanco'}`,
    tasks: (count, what) =>
      plural(count, {
        one: `${String(count)} tarea: ${what}`,
        other: `${String(count)} tareas: ${what}`.replace(
          /: (se quitó|se completó|se pasó|volvió)/,
          (found, verb: string) => (several[verb] ? `: ${several[verb]}` : found),
        ),
      }),
    list: (came, left) =>
      [
        came > 0 && `${came} ${plural(came, { one: 'nueva', other: 'nuevas' })}`,
        left > 0 && `${left} ${plural(left, { one: 'quitada', other: 'quitadas' })}`,
      ]
        .filter(Boolean)
        .join(', ') || 'otro orden',
    somethingChanged: 'Algo cambió',
    push: {
      urgent: (count) => stops(count, 'urgente', 'urgentes'),
      new: (count) => stops(count, 'nueva', 'nuevas'),
      changed: (count) => stops(count, 'cambió', 'cambiaron'),
      removed: (count) => stops(count, 'se quitó', 'se quitaron'),
      failed: (count) => stops(count, 'no se pudo completar', 'no se pudieron completar'),
      late: (count) => stops(count, 'llegará tarde', 'llegarán tarde'),
      unassigned: (count) => stops(count, 'sin conductor', 'sin conductor'),
      wrote: (count) =>
        `${String(count)} ${plural(count, { one: 'cliente escribió', other: 'clientes escribieron' })}`,
      test: () => 'Las notificaciones funcionan en este dispositivo',
    },
  };
};
