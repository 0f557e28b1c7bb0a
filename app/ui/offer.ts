import { useFetcher, useLocation } from '@remix-run/react';

/** An action that a message offers, for some seconds longer than the message is shown. It is a form with one button. */
export type Offer = { label: string; action: string; fields: Record<string, string>; seconds: number };

const KEY = 'offer';

/** Sends the form of an offer without a navigation, with the page to come back to. */
export function useTakeOffer(): (offer: Offer) => void {
  const { submit } = useFetcher({ key: KEY });
  const { pathname, search } = useLocation();
  return ({ action, fields }) => {
    submit({ ...fields, back: pathname + search }, { method: 'post', action, preventScrollReset: true });
  };
}

type Refusal = { problem?: { error: string } | null };

/** The refusal of the last offer that was accepted, or null. */
export const useOfferRefusal = () => useFetcher<Refusal | undefined>({ key: KEY }).data?.problem ?? null;
