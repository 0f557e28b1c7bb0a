/** The cards of the first page of the settings. */
import * as css from '~/components/administration/settings-page.css';
import type { PageLink } from '~/domain/kernel/pages.server';
import { DescribedForm, type FormDescription } from '~/forms/described-form';
import type { Answered } from '~/forms/unreachable';
import { Badge } from '~/ui/badge';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import { settings as words } from '~/words/en/settings';
import { asWritten } from '~/words/words';

type Props = {
  /** The card with facts about the installation. */
  system: { title: string; facts: string[] };
  roles: string[];
  dealerships: string[];
  profile: FormDescription;
  preferences: FormDescription;
  language: FormDescription;
  /** The dialogs of Admin Management. */
  adminPages: PageLink[];
  answer: Answered | undefined;
};

export function Cards({ system, roles, dealerships, adminPages, answer, ...forms }: Props) {
  const form = (described: FormDescription) => (
    <DescribedForm form={described} answer={answer} action="/settings" />
  );
  return (
    <div className={css.columns}>
      <div className={css.columnOfCards}>
        <Card title={words.profile} id="profile">
          {form(forms.profile)}
        </Card>
        <Card title={words.permissions} id="permissions">
          <Stack gap={3} as="dl">
            <Badges term={words.roles} values={roles} none={words.noRoles} />
            <Badges
              term={words.dealerships}
              values={dealerships}
              none={words.noDealerships}
              {...asWritten()}
            />
          </Stack>
        </Card>
      </div>
      <div className={css.columnOfCards}>
        {adminPages.length > 0 && (
          <Card title={words.adminManagement} id="admin">
            <Inline>
              {adminPages.map(({ to, label }) => (
                <LinkButton key={to} to={to} size="form" preventScrollReset>
                  {label}
                </LinkButton>
              ))}
            </Inline>
          </Card>
        )}
        <Card title={words.preferences} id="preferences">
          <Stack gap={4}>
            {form(forms.preferences)}
            {form(forms.language)}
          </Stack>
        </Card>
        <Card title={system.title} id="system">
          <Stack gap={2}>
            {system.facts.map((fact) => (
              <p key={fact}>{fact}</p>
            ))}
            <Inline>
              <LinkButton to="/settings/system">{words.details}</LinkButton>
            </Inline>
          </Stack>
        </Card>
      </div>
    </div>
  );
}

type BadgesProps = { term: string; values: string[]; none: string } & Partial<ReturnType<typeof asWritten>>;

/** The other attributes are those of the values. */
function Badges({ term, values, none, ...written }: BadgesProps) {
  return (
    <Stack gap={1}>
      <dt className={css.hint}>{term}</dt>
      <Inline as="dd" gap={1}>
        {values.map((value) => (
          <Badge key={value} tone="assigned">
            <span {...written}>{value}</span>
          </Badge>
        ))}
        {values.length === 0 && none}
      </Inline>
    </Stack>
  );
}
