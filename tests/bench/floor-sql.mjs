/** The SQL statements of our reads and writes, without the rest of the application. */

const COLUMNS = `
  t.*, case when s.task_id is not null then '/api/tasks/' || t.id || '/signature' end as signature_image,
  s.signed_by, c.name as creator_name, c.username as creator_username, m.name as modifier_name,
  m.username as modifier_username
  from tasks t left join task_signatures s on s.task_id = t.id left join users c on c.id = t.created_by
  left join users m on m.id = t.last_modifier_id`;

export async function readTasks(pool) {
  const { rows } = await pool.query(
    `select ${COLUMNS} where not t.archived order by t.status = 'going' desc, coalesce(t.order_index, 999), t.id`,
  );
  return rows;
}

/** Reads the values that decide if a kept answer is still valid: the user and the version of the lists. */
export async function readVersion(pool) {
  const { rows } = await pool.query({
    name: 'version',
    text: `select (select u.id from sessions s join users u on u.id = s.user_id where u.deactivated_at is null limit 1),
      (select sum(version) from task_lists) as version`,
  });
  return rows[0].version;
}

const OWNERS = `select t.id, array[t.driver_id] || array(select l.driver_id from tasks l where l.linked_task_id = t.id)
  as owners from tasks t where t.id = $1`;

/**
 * Writes in the usual way, each statement after the answer to the one before: it looks up a session, locks the lists
 * and the task, writes the task with its event, and reads it. It does not notify.
 */
export async function writeNote(pool, id, notes) {
  const client = await pool.connect();
  try {
    await client.query(
      'select u.id from sessions s join users u on u.id = s.user_id where u.deactivated_at is null limit 1',
    );
    await client.query('begin');
    const owners = (await client.query(OWNERS, [id])).rows[0].owners;
    await client.query(
      `insert into task_lists (owner_id) select owner from unnest($1::integer[]) as owner order by owner
       on conflict (owner_id) do update set version = task_lists.version + 1`,
      [owners],
    );
    const before = (await client.query('select * from tasks where id = $1 for update', [id])).rows[0];
    await client.query(OWNERS, [id]);
    await client.query(
      'update tasks set notes = $1, last_modifier_id = 1, version = version + 1, updated_at = now() where id = $2',
      [notes, id],
    );
    await client.query('select * from tasks where linked_task_id = $1 limit 1', [id]);
    await client.query(
      `with written as (
         insert into task_events (task_id, actor_id, action, changes, version) values ($1, 1, 'updated', $2, $3) returning id
       ) select id from written`,
      [id, JSON.stringify({ notes: [before.notes, notes] }), before.version + 1],
    );
    const task = (await client.query(`select ${COLUMNS} where t.id = $1`, [id])).rows[0];
    await client.query('commit');
    return task;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
