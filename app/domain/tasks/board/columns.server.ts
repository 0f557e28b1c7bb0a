/** A task as it is answered, in SQL: `select ${COLUMNS} ${FROM} where …`. The task itself is `t`. */
export const COLUMNS = `
  t.id, t.type, t.location, t.address, t.invoice_number, t.part_numbers, t.notes, t.status, t.priority, t.need_by,
  t.driver_id, t.completed_by_driver_id, t.transfer_to_driver_id, t.transfer_destination_location,
  t.transfer_destination_address, t.linked_task_id, t.dealership, t.destination_account_id, t.latitude, t.longitude,
  t.geo_precision, t.order_index, t.order_updated_at, t.order_updated_by, t.attempts, t.failure_reason, t.created_by,
  t.created_at, t.completed_at, t.last_modifier_id, t.updated_at, t.archived, t.version, t.seen_at,
  case when s.task_id is not null then '/api/tasks/' || t.id || '/signature' end as signature_image, s.signed_by,
  case when c.id is not null then json_build_object('name', c.name, 'username', c.username) end as creator,
  case when m.id is not null then json_build_object('name', m.name, 'username', m.username) end as "lastModifier"`;

export const FROM = `
  from tasks t
  left join task_signatures s on s.task_id = t.id
  left join users c on c.id = t.created_by
  left join users m on m.id = t.last_modifier_id`;
