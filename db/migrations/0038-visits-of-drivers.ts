/** The stops of a driver's day, for the trail and for the accuracy of arrival times. */
export const visitsOfDrivers = {
  name: '0038-visits-of-drivers',
  up: 'create index stop_visits_driver on stop_visits (driver_id, arrived_at);',
};
