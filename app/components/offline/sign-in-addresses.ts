/** The addresses that start a session when they are posted to: what a phone keeps of the user before is deleted then. */
const SIGN_IN = /^\/(auth(\.data|\/answer)?|setup(\.data)?|p\/in\/[^/]+|api\/(login|register|setup))$/;

export const isSignIn = ({ pathname }: Pick<URL, 'pathname'>) => SIGN_IN.test(pathname);
