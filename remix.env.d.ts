/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />
/// <reference types="google.maps" />
import type { RequestContext } from './app/http/server/adapter.server';

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends RequestContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
