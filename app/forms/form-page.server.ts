/** A page that is one form: its fields, its command and its texts. */
import type { Actor } from '~/domain/kernel/actor';
import type { Command, May } from '~/domain/kernel/command.server';
import type { FieldDescription, FormDescription } from './described-form';
import { button } from './submit.server';

type Toast = { title: string; description?: string };

/** A function looks the text up in the reader's language. */
type Sentence = string | (() => string);
const said = (sentence: Sentence) => (typeof sentence === 'string' ? sentence : sentence());

type Description<Input, Result> = {
  title: Sentence;
  description?: Sentence;
  fields: (actor: Actor) => FieldDescription[] | Promise<FieldDescription[]>;
  command: Command<unknown, Input, Result>;
  intent: string;
  submit?: Sentence;
  saved: (result: Result) => Toast;
};

export type FormPage = {
  may: May;
  show: (actor: Actor) => Promise<{ title: string; description?: string | undefined; form: FormDescription }>;
  buttons: Record<string, ReturnType<typeof button<unknown, unknown, unknown>>>;
};

/** @param path the page, to which an accepted form leads back. */
export const formPage =
  <Input, Result>(one: Description<Input, Result>) =>
  (path: string): FormPage => ({
    may: one.command.spec.may,
    show: async (actor) => ({
      title: said(one.title),
      description: one.description && said(one.description),
      form: { intent: one.intent, submit: said(one.submit ?? 'Save'), fields: await one.fields(actor) },
    }),
    buttons: {
      [one.intent]: button(one.command, (result) => ({ redirectTo: path, toast: one.saved(result) })),
    },
  });
