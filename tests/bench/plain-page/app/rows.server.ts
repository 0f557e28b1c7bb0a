import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

type Row = { id: number; location: string; address: string; status: string; type: string };

export async function listRows(): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    'select id, location, address, status, type from tasks where not archived order by id limit 300',
  );
  return rows;
}
