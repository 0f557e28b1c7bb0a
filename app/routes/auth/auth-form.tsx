/** The common parts of both forms of the sign-in page. */
import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Errors } from '~/ui/field';
import { Stack } from '~/ui/layout';
import * as css from './auth.css';
import { PART, type INTENT } from './page-parts';

export type AuthFormProps = {
  lastResult: SubmissionResult | undefined;
  /** The page to return to. */
  redirectTo: string;
  /** The input of a form that was sent after its session had ended, as JSON. */
  draft: string;
};

type Props = AuthFormProps & {
  intent: keyof typeof INTENT;
  /** `failed` is the title of a refusal, `pending` the button's label while the form is sent. */
} & Record<'title' | 'hint' | 'failed' | 'button' | 'pending', string> & { children: ReactNode };

export function AuthForm({ lastResult, redirectTo, draft, intent, children, ...texts }: Props) {
  const refusal = lastResult?.error?.[''];
  return (
    <Card title={texts.title}>
      {/* A multipart form does not enlarge a draft. URL encoding could make it three times as large. */}
      <form method="post" encType={draft ? 'multipart/form-data' : undefined}>
        <Stack gap={3}>
          <p className={css.hint}>{texts.hint}</p>
          {refusal && (
            <Banner tone="error" title={texts.failed}>
              {refusal.join(' ')}
            </Banner>
          )}
          <template id={PART.refusal}>
            <Banner tone="error" title={texts.failed} />
          </template>
          <template id={PART.fieldError}>
            <Errors errors={['']} />
          </template>
          <input type="hidden" name="intent" value={intent} />
          {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
          {draft && <input type="hidden" name="draft" value={draft} />}
          {children}
          <Button variant="primary" wide size="touch" data-pending={texts.pending}>
            {texts.button}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
