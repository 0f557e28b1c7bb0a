import type { Document } from './openapi/document';

/** The context of every loader and action, made by the handler. */
export type RequestContext = {
  /** For scripts and styles of this one page. */
  cspNonce: string;
  requestId: string;
  clientIp: string;
  /** The browser uses https, to us or to the proxy in front. */
  secure: boolean;
  /** The description of the API. */
  describeApi: () => Document;
};
