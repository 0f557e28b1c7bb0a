/** Where a signature waits in this tab until it is sent. */
import { draftKey, forgetUnwanted } from '~/forms/drafts';

export const signatureKey = (person: number | null, stopId: number) =>
  draftKey(person, 'signature', String(stopId));

/** Forgets signatures of stops that are no longer under way: they have been sent, or nobody wants them. */
export const forgetSignatures = (person: number, goingIds: number[]) => {
  forgetUnwanted(person, 'signature', goingIds.map(String));
};
