import type { DriverMark } from '~/domain/network/users/driver-marks';
import { badge } from './driver-badge.css';

/** The initials in the driver's color. The name is beside it, so screen readers skip the badge. */
export const DriverBadge = ({ color, initials }: DriverMark) => (
  <span className={badge} data-driver-color={color} aria-hidden="true">
    {initials}
  </span>
);
