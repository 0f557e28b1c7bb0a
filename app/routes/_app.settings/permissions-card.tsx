import type { CurrentUser } from '~/domain/users/schema';
import { Badge } from '~/ui/badge';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import * as css from './settings.css';

/** What an admin has given; to be read only. */
export function PermissionsCard({ user }: { user: CurrentUser }) {
  return (
    <Card title="Account Permissions" id="permissions">
      <Stack gap={3} as="dl">
        <Badges term="Roles" values={user.roles} none="No roles" />
        <Badges term="Dealerships" values={user.dealerships} none="No dealerships assigned" />
      </Stack>
    </Card>
  );
}

function Badges({ term, values, none }: { term: string; values: string[]; none: string }) {
  return (
    <Stack gap={1}>
      <dt className={css.term}>{term}</dt>
      <Inline as="dd" gap={1}>
        {values.map((value) => (
          <Badge key={value} tone="assigned">
            {value}
          </Badge>
        ))}
        {values.length === 0 && none}
      </Inline>
    </Stack>
  );
}
