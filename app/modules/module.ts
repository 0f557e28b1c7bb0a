/**
 * What a subject brings to the program. A module is a folder of `app/modules` with the rules, queries, components and
 * background work of one subject that others do not build on. Its pages and JSON routes are in `app/routes`.
 * `app/program` joins the modules to the core. The program runs without each of them.
 */
import type { MorePages } from '~/domain/kernel/pages.server';
import type { ShownKind } from '~/domain/platform/jobs/job';
import type { Log, Work } from '~/domain/platform/jobs/work';
import type { Subscriber } from '~/domain/tasks/events/subscribers.server';
import type { FormPage } from '~/forms/form-page.server';
import type { PageLimit } from '~/http/incoming-body.server';

/** Rows that are deleted when they are old: a table, and a condition on its rows. */
export type Expired = { table: string; isOver: string };

/** A figure of the database for Prometheus. */
export type Figure = {
  name: string;
  help: string;
  /** With it, `sql` is a JSON object: the numbers by the value of this label. */
  label?: string;
  /** A scalar subquery or expression. Null: the figure is absent. */
  sql: string;
};

/** What a command of the command line can use. */
export type CommandLine = {
  say: (...lines: string[]) => void;
  signal: AbortSignal;
  isStopping: () => boolean;
  /** Starts the embedded database where there is no other. @returns its address. */
  findDatabase: () => Promise<string>;
  /** The same, and connects to it. */
  openDatabase: () => Promise<string>;
};

export type Module = {
  name: string;
  kinds?: ShownKind[];
  /** Work that goes on in rounds on every instance, by its name in logs and metrics. */
  rounds?: (given: { log: Log; databaseUrl: string }) => Record<string, Work>;
  subscribers?: Subscriber[];
  expired?: Expired[];
  /** SQL conditions on `service_outages`: services that are no longer called. */
  endedServices?: string[];
  /** SQL that corrects times which a wrong clock has set in the future. */
  corrections?: string[];
  figures?: Figure[];
  /** Pages in the sidebar of the settings, by the page or the group that they follow. */
  settings?: MorePages;
  /** Pages of the settings that are one form, by the last part of their path. */
  formPages?: Record<string, (path: string) => FormPage>;
  /** Forms that are larger than others. */
  limits?: PageLimit[];
  /** Called before the port is opened. @returns lines for the operator. */
  prepare?: () => Promise<(address: string) => string[]>;
  /** Called when the port is open. Nobody waits for it. @param hasDemo whether the demo data were just made or are used. */
  afterOpening?: (given: { hasDemo: boolean; signal: AbortSignal }) => Promise<unknown>;
  /** `npm run` commands by name. */
  commands?: Record<string, (words: string[], commandLine: CommandLine) => Promise<void>>;
};
