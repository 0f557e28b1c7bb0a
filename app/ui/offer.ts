import { useLocation, useSubmit } from '@remix-run/react';

/** Something to do about a message, for some seconds longer than it is shown: a form with one button. */
export type Offer = { label: string; action: string; fields: Record<string, string>; seconds: number };

/** Takes an offer up: sends its form, with the page to come back to. */
export function useTakeOffer(): (offer: Offer) => void {
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  return ({ action, fields }) => {
    submit({ ...fields, back: pathname + search }, { method: 'post', action, preventScrollReset: true });
  };
}
