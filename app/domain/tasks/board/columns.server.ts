import { Task } from 'db/models/tasks';

/** A task as it is answered, in SQL: `select ${COLUMNS} ${FROM} where …`. The task itself is `t`. */
export const COLUMNS = `
  ${Task.names.map((name) => `t.${name}`).join(', ')},
  case when s.task_id is not null then '/api/tasks/' || t.id || '/signature' end as signature_image, s.signed_by,
  case when c.id is not null then json_build_object('name', c.name, 'username', c.username) end as creator,
  case when m.id is not null then json_build_object('name', m.name, 'username', m.username) end as "lastModifier"`;

export const FROM = `
  from tasks t
  left join task_signatures s on s.task_id = t.id
  left join users c on c.id = t.created_by
  left join users m on m.id = t.last_modifier_id`;
