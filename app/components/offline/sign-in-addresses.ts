/** A form that is posted to one of these addresses starts a session. The phone then deletes data of the user before. */
const SIGN_IN = /^\/(auth(\.data|\/answer)?|setup(\.data)?|p\/in\/[^/]+|api\/(login|register|setup))$/;

export const isSignIn = ({ pathname }: Pick<URL, 'pathname'>) => SIGN_IN.test(pathname);
