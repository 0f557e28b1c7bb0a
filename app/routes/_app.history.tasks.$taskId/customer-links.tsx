/** Links that show this one task to a customer: made, listed and revoked. */
import { Form, useNavigation } from '@remix-run/react';
import { PROOF_LINK_DAYS, type ProofLink } from '~/domain/proof/proof';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import { CopyField } from './copy-field';
import * as css from './links.css';

type Props = {
  links: ProofLink[];
  /** One that has just been made; it can't be shown again. */ made: string | null;
};

export function CustomerLinks({ links, made }: Props) {
  const pending = useNavigation().state !== 'idle';
  return (
    <section aria-labelledby="customer-links" className={css.links}>
      <Stack gap={2}>
        <h3 id="customer-links">Links for the customer</h3>
        <p className={css.note}>
          Whoever has such a link sees the proof of this one task and nothing else, for {PROOF_LINK_DAYS}{' '}
          days.
        </p>
        {made && <CopyField link={made} />}
        {links.length > 0 && (
          <ul className={css.list} aria-label="Links that can be opened">
            {links.map(({ id, by, createdAt, expiresAt }) => (
              <li key={id} className={css.row}>
                <span>
                  Made by {by} <Time iso={createdAt} /> · ends <Time iso={expiresAt} />
                </span>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="linkId" value={id} />
                  <Button name="intent" value="revokeProofLink" disabled={pending}>
                    Revoke
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
        <Inline>
          <Form method="post" preventScrollReset>
            <Button name="intent" value="createProofLink" disabled={pending}>
              Make a link
            </Button>
          </Form>
        </Inline>
      </Stack>
    </section>
  );
}
