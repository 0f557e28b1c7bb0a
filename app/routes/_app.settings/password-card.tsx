import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';

export function PasswordCard() {
  return (
    <Card title="Password" id="password">
      <Stack gap={3}>
        <p>A new password signs you out everywhere else.</p>
        <Inline>
          <LinkButton size="form" to="/settings/password" preventScrollReset>
            Change Password
          </LinkButton>
        </Inline>
      </Stack>
    </Card>
  );
}
