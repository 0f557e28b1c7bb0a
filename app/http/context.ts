import type { Document } from './openapi/document';

/** What the gate knows of a request and hands to every loader and action. */
export type RequestContext = {
  /** For scripts and styles of this one page. */
  cspNonce: string;
  requestId: string;
  clientIp: string;
  /** Whether the browser speaks https to us or to the proxy in front. */
  secure: boolean;
  /** The description of the API. */
  describeApi: () => Document;
};
