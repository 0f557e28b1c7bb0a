import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { askedFor, stopPath, type GoingStop } from './going-stop';

/**
 * Adds tasks that have joined the stop to the dialog's address. Changes by others are told of the tasks in the address.
 */
export function useFullAddress({ stopId, taskIds, isGoing }: GoingStop, step: 'sign' | 'fail'): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = askedFor(stopId, new URLSearchParams(search));
  const joined = isGoing ? taskIds.filter((id) => !asked.includes(id)) : [];
  const path = joined.length > 0 ? stopPath([...asked, ...joined], step) : null;
  useEffect(() => {
    if (path !== null) navigate(path, { replace: true, preventScrollReset: true });
  }, [path, navigate]);
}
