import { reportStatus } from '~/domain/tracking/report-status.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: reportStatus });
