/** Lists, makes and revokes links that show a task, or an account's deliveries, to a customer. */
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { PROOF_LINK_DAYS, type ProofLink } from '~/domain/customers/links/proof';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import { Field, Input } from '~/ui/field';
import * as css from './links.css';

type Props = {
  /** Describes the visible part, for example "where this task is and its proof". */
  what: string;
  links: ProofLink[];
  /** They end only when they are revoked. */ isStanding?: true;
  /** The link that has just been made. It can't be shown again. */ made: string | null;
};

export function CustomerLinks({ what, links, isStanding, made }: Props) {
  const pending = useNavigation().state !== 'idle';
  return (
    <section aria-labelledby="customer-links" className={css.links}>
      <Stack gap={2}>
        <h3 id="customer-links">Customer links</h3>
        <p className={css.note}>
          Anyone with the link can see {what}, and nothing else,{' '}
          {isStanding ? 'until you revoke it' : `for ${String(PROOF_LINK_DAYS)} days`}.
        </p>
        {made && <CopyField link={made} />}
        {links.length > 0 && (
          <ul className={css.list} aria-label="Active links">
            {links.map(({ id, by, createdAt, expiresAt, openedAt }) => (
              <li key={id} className={css.row}>
                <span>
                  Created by {by} <Time iso={createdAt} />
                  {expiresAt && (
                    <>
                      {' '}
                      · expires <Time iso={expiresAt} />
                    </>
                  )}
                  {isStanding && (
                    <>
                      {' '}
                      ·{' '}
                      {openedAt ? (
                        <>
                          last opened <Time iso={openedAt} />
                        </>
                      ) : (
                        'never opened'
                      )}
                    </>
                  )}
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
              Create Link
            </Button>
          </Form>
        </Inline>
      </Stack>
    </section>
  );
}

/** A link to copy: with a button if the browser allows it, else by hand. */
function CopyField({ link }: { link: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [canCopy, setCanCopy] = useState(false);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    // Browsers offer the clipboard on https and localhost only.
    setCanCopy('clipboard' in navigator);
    input.current?.focus();
    input.current?.select();
  }, [link]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(link);
    } catch {
      input.current?.select();
    }
  };
  return (
    <div className={css.copy}>
      <Field label="New link" name="link" hint="Copy it now. It won’t be shown again.">
        {(control) => <Input {...control} ref={input} value={link} readOnly />}
      </Field>
      {canCopy && (
        <Button type="button" variant="primary" onClick={() => void copy()}>
          {copied === link ? 'Copied' : 'Copy'}
        </Button>
      )}
    </div>
  );
}
