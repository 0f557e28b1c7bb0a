import { listJobs } from '~/program/background-work.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listJobs });
