/** The declaration of a call: the wrapper runs by it, and its documentation is made from it. */
import type { AppLoadContext } from '@remix-run/node';
import type * as z from 'zod/v4';
import type { Action } from '~/domain/kernel/permissions';

/** An answer that is no JSON. */
export type Media = { media: string[] };
export const IMAGE: Media = { media: ['image/jpeg', 'image/png', 'image/svg+xml'] };
export const CSV: Media = { media: ['text/csv'] };

export type Call<
  Input extends z.ZodType = z.ZodType,
  Answer extends z.ZodType | Media = z.ZodType | Media,
> = {
  /** A line for people. */
  summary: string;
  /** Details, where one line is not enough. */
  about?: string;
  /** The permission it takes; or that being signed in is enough, or not even that. */
  may: Action | 'signed in' | 'anybody';
  /** As in a command's declaration. */
  scoped?: true;
  /** Of the query string, or of the body. */
  input: Input;
  answer: Answer;
  /** Of success; 200 unless said otherwise. */
  status?: 200 | 201;
  /** Refusals beyond those that follow from everything else. */
  refusals?: number[];
  /** Parts of the path that are no ids. */
  path?: Record<string, z.ZodType>;
  /** A full page names the next one in a Link header. */
  paged?: true;
  /** If-Match guards against overwriting. */
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
  /** Asks for the version of lists right after the session. */
  isVersioned?: boolean;
};
export type Endpoints = Partial<Record<Method, Endpoint>>;

export type ApiRoute = {
  /** As in `/api/tasks/{taskId}`. */
  path: string;
  endpoints: Endpoints;
};

export type Handler = (args: Args) => Promise<Response>;
