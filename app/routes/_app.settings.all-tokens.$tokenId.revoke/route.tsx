/** The same dialog over the list of everyone's tokens. */
export {
  action,
  clientAction,
  default,
  ErrorBoundary,
  loader,
  meta,
} from '~/routes/_app.settings.tokens.$tokenId.revoke/route';
