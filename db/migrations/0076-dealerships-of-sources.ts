/** A source belongs to a dealership; before, to the first one of the person as whom its orders are made. */
export const dealershipsOfSources = {
  name: '0076-dealerships-of-sources',
  up: `
alter table intake_sources
  add column dealership text references dealerships on update cascade on delete set null;
update intake_sources s set dealership = u.dealerships[1]
from users u join dealerships d on d.name = u.dealerships[1] where u.id = s.user_id;
`,
};
