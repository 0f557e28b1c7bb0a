/**
 * The page of a sign-in link. Opening it changes nothing: a button uses the link, which programs that show previews do
 * not press.
 */
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { networkNames } from '~/domain/network/settings/network.server';
import {
  EnterByLink,
  enterByLink,
  newLinkBrowser,
  openSignInLink,
} from '~/domain/network/users/sign-in-links.server';
import { parseForm } from '~/forms/read-input.server';
import { readForm } from '~/http/body.server';
import { partFailure } from '~/http/page.server';
import { linkBrowserCookie, linkBrowserIn, startSession } from '~/http/session.server';
import { PLAIN } from '~/components/page/page-context';
import { brand, hint, page } from '~/routes/auth/auth.css';
import { Button } from '~/ui/button';
import { Box, SelectField } from '~/ui/field';
import { Card } from '~/ui/card';
import { Stack } from '~/ui/layout';
import { Logo, NoticePage } from '~/ui/notice-page';
import { signIn as words } from '~/words/en/sign-in';
import { readIn, spokenNow } from '~/words/spoken.server';
import { isLanguage, LANGUAGES } from '~/words/languages';
import { asWritten } from '~/words/words';

export const handle = PLAIN;

const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
export const headers: HeadersFunction = () => HEADERS;

export const meta: MetaFunction = () => [{ title: words.title }];

const refused = (error: unknown) => {
  const { message, status, headers: more } = partFailure(error);
  return data(
    {
      network: networkNames().name,
      person: null,
      username: '',
      language: '',
      hasTokens: false,
      trouble: status === 404 ? null : message,
    },
    { status, headers: { ...HEADERS, ...more } },
  );
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const browser = linkBrowserIn(request, context.secure);
  try {
    const { name, ...found } = await openSignInLink(params.token ?? '', context.clientIp, browser);
    if (isLanguage(found.language)) readIn(found.language);
    const page = {
      network: networkNames().name,
      person: name || found.username,
      ...found,
      language: spokenNow(),
      trouble: null,
    };
    const cookie = linkBrowserCookie(browser ?? newLinkBrowser(), context.secure);
    return data(page, { headers: { ...HEADERS, 'Set-Cookie': cookie } });
  } catch (error) {
    return refused(error);
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const { submission } = await parseForm(form, { input: EnterByLink }, {}, null);
  if (submission.status !== 'success') throw new Response(null, { status: 422 });
  try {
    const arrival = await enterByLink(params.token ?? '', context.clientIp, {
      ...submission.value,
      browser: linkBrowserIn(request, context.secure),
    });
    const headers = new Headers();
    for (const cookie of await startSession(request, context, arrival, true))
      headers.append('Set-Cookie', cookie);
    // The person chooses a password there.
    return redirect('/auth/password', { headers });
  } catch (error) {
    return refused(error);
  }
}

export default function SignInByLink() {
  const seen = useLoaderData<typeof loader>();
  const { network, person, username, language, hasTokens, trouble } = useActionData<typeof action>() ?? seen;
  if (!person)
    return (
      <NoticePage title={trouble ? words.later : words.noLink} action={null}>
        <p>{trouble ?? words.noLinkText(network)}</p>
        <p>
          <a href="/auth">{words.withPassword}</a>
        </p>
      </NoticePage>
    );
  return (
    <main className={page}>
      <div className={brand}>
        <Logo size={56} />
        <h1 {...asWritten()}>{network}</h1>
      </div>
      <Card title={words.welcome(person)}>
        <form method="post">
          <Stack gap={3}>
            <p className={hint}>
              {words.signInAs}
              <strong {...asWritten()}>{username}</strong>
              {words.thenChoose}
            </p>
            <SelectField
              label={words.language}
              name="language"
              defaultValue={language}
              options={Object.entries(LANGUAGES)}
            />
            {hasTokens && <Box name="revokeTokens" label={words.revokeTokens} defaultChecked />}
            <Button variant="primary" wide size="touch">
              {words.signInByLink}
            </Button>
          </Stack>
        </form>
      </Card>
    </main>
  );
}
