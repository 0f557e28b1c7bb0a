import { useLoaderData } from '@remix-run/react';
import { listRows } from '../rows.server';

export async function loader() {
  return { rows: await listRows() };
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
