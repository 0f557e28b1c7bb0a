/** Days and figures of the report. Safe in the browser. */
import type { Report } from './schema';

export type Figures = Report['total'];
export type DriverFigures = Report['drivers'][number];
export type DayFigures = Report['days'][number];

export const NO_DRIVER = 'No driver';
export const NOTHING: Figures = { completed: 0, due: 0, onTime: 0, median: null, mean: null };

/** In percent; null when nothing was due. */
export const onTimeShare = ({ due, onTime }: Figures) => (due === 0 ? null : (onTime / due) * 100);
