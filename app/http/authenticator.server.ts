/** Sign-in by form through remix-auth. The rule is in the domain, shared with POST /api/login. */
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { invalid } from '~/domain/errors';
import { SignIn } from '~/domain/users/schema';
import type { Arrival } from '~/domain/users/sessions.server';
import { signIn } from '~/domain/users/sign-in.server';

/** A strategy only gets the request, so the client's address comes from the context. */
export function authenticatorFor(clientIp: string): Authenticator<Arrival> {
  return new Authenticator<Arrival>().use(
    new FormStrategy(async ({ form }) => {
      const username = form.get('username');
      const password = form.get('password');
      const parsed = SignIn.safeParse({ username, password });
      if (!parsed.success) throw invalid('Invalid username or password');
      return signIn(parsed.data, clientIp);
    }),
    'form',
  );
}
