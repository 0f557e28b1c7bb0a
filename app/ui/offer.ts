import { useFetcher, useLocation } from '@remix-run/react';

/** Something to do about a message, for some seconds longer than it is shown: a form with one button. */
export type Offer = { label: string; action: string; fields: Record<string, string>; seconds: number };

const KEY = 'offer';

/** Takes an offer up: sends its form beside the page, with the page to come back to. */
export function useTakeOffer(): (offer: Offer) => void {
  const { submit } = useFetcher({ key: KEY });
  const { pathname, search } = useLocation();
  return ({ action, fields }) => {
    submit({ ...fields, back: pathname + search }, { method: 'post', action, preventScrollReset: true });
  };
}

type Refusal = { problem?: { error: string } | null };

/** Why an offer that was taken up came to nothing, or null. */
export const useOfferRefusal = () => useFetcher<Refusal | undefined>({ key: KEY }).data?.problem ?? null;
