import { useLoaderData } from '@remix-run/react';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

type Row = { id: number; location: string; address: string; status: string; type: string };

export async function loader() {
  const { rows } = await pool.query<Row>(
    'select id, location, address, status, type from tasks where not archived order by id limit 300',
  );
  return { rows };
}

export default function Page() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <table>
      <tbody>
        {rows.map(({ id, location, address, status, type }) => (
          <tr key={id}>
            <td>{location}</td>
            <td>{address}</td>
            <td>{type}</td>
            <td>{status}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
