/** The declaration of a call. The wrapper uses it, and the documentation is made from it. */
import type { AppLoadContext } from '@remix-run/node';
import type * as z from 'zod/v4';
import type { Bytes } from '~/domain/kernel/command.server';
import type { Action } from '~/domain/kernel/permissions';

/** An answer that is not JSON. */
export type Media = { media: string[] };
export const IMAGE: Media = { media: ['image/jpeg', 'image/png', 'image/svg+xml'] };
export const CSV: Media = { media: ['text/csv'] };

export type Call<
  Input extends z.ZodType = z.ZodType,
  Answer extends z.ZodType | Media = z.ZodType | Media,
> = {
  /** One line for people. */
  summary: string;
  /** Details, if one line is not enough. */
  about?: string;
  /** The required permission. 'signed in' needs a session only, and 'anybody' needs none. */
  may: Action | 'signed in' | 'anybody';
  /** As in the declaration of a command. */
  scoped?: true;
  /** The schema of the query string, or of the body. */
  input: Input;
  /** The largest JSON body in bytes, if it is more than others may have; from the command's declaration. */
  mostBytes?: number;
  /** From the command's declaration, for a body that is not JSON. */
  bytes?: Bytes;
  answer: Answer;
  /** The status of success; 200 by default. */
  status?: 200 | 201;
  /** Returns true for an answer that is 201 and not 200. */
  creates?: (answer: unknown) => boolean;
  /** Refusals that do not follow from the rest of the declaration. */
  refusals?: number[];
  /** Parts of the path that are not ids. */
  path?: Record<string, z.ZodType>;
  /** A full page has the next page in a Link header. */
  paged?: true;
  /** If-Match protects against overwriting. */
  guarded?: true;
};

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export type Args = {
  request: Request;
  params: Record<string, string | undefined>;
  context: AppLoadContext;
};
export type Endpoint = {
  call: Call;
  handle: (args: Args) => Promise<Response>;
  /** True when the call reads the version of lists right after the session. */
  isVersioned?: boolean;
  /** The parameters of the path that a command takes. The application does not start if its route names others. */
  takes?: string[];
};
export type Endpoints = Partial<Record<Method, Endpoint>>;

export type ApiRoute = {
  /** For example `/api/tasks/{taskId}`. */
  path: string;
  endpoints: Endpoints;
};

export type Handler = (args: Args) => Promise<Response>;
/** The loader and the action of a resource route. It says itself which calls it answers. */
export type ApiHandler = Handler & { endpoints: Endpoints };
