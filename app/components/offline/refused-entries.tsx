/** Entries of the outbox that the server has refused. */
import { useState } from 'react';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Time } from '~/ui/time';
import { driver } from '~/words/en/driver';
import { later as words } from '~/words/en/later';
import type { OutboxEntry } from './database';
import type { DriverAction } from './driver-action';
import { discard, sendRefusedAgain } from './outbox';
import { drain } from './send';
import * as css from './outbox-notice.css';

type Refused = OutboxEntry & { refusal: string };
export type RefusedProps = { refused: Refused[] };

export default function RefusedEntries({ refused }: RefusedProps) {
  return (
    <>
      {refused.map((entry) => (
        <RefusedEntry key={entry.id} entry={entry} />
      ))}
    </>
  );
}

/**
 * An entry that was refused after the driver had continued. It shows the reason, and buttons to send it again or
 * discard it.
 */
function RefusedEntry({ entry }: { entry: Refused }) {
  const { act, place, madeAt, refusal, refusalCode, driverId } = entry;
  const [isSure, setSure] = useState(false);
  const signature = act.kind === 'status' ? act.signature_image : undefined;
  const isProof = act.kind === 'status' && Boolean(signature ?? act.typed_name ?? act.photos?.length);
  return (
    <Banner tone="error" title={`${words.notAccepted(actionName(act))}${place ? ` · ${place}` : ''}`}>
      <p>
        <Time iso={madeAt} /> · {refusal}
      </p>
      <p>
        {isProof && words.proofKept}
        {refusalCode === 'secondStop' ? words.completeThat : words.askDispatcher}
      </p>
      {signature && <img src={signature} alt={words.signature} className={css.signature} />}
      <div className={css.choices}>
        <Button
          type="button"
          size="touch"
          onClick={() => {
            void sendRefusedAgain(entry).then(() => drain(driverId));
          }}
        >
          {words.sendAgain}
        </Button>
        <Button
          type="button"
          size="touch"
          variant="quiet"
          onClick={() => {
            if (isSure) void discard(entry);
            setSure(true);
          }}
        >
          {isSure ? words.discardForGood : words.discard}
        </Button>
      </div>
    </Banner>
  );
}

/** The label of the action's button. */
function actionName(act: DriverAction): string {
  const { undo, endRoute, startRoute, startRun } = driver;
  const { going, notGoing: pending, complete: completed, fail: hold } = driver;
  const names: Partial<Record<string, string>> = {
    order: words.newOrder,
    undo,
    endRoute,
    startRoute,
    startRun,
    going,
    pending,
    completed,
    hold,
  };
  const name = act.kind === 'status' ? act.status : act.kind;
  return names[name] ?? name;
}
