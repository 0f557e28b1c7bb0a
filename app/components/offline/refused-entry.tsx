import { useState } from 'react';
import { SECOND_STOP } from '~/domain/tasks/lifecycle/transitions';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Time } from '~/ui/time';
import { actionName } from './driver-action';
import type { OutboxEntry } from './database';
import { drain } from './drain';
import { discard, sendAgain } from './outbox';
import * as css from './outbox-notice.css';

/** An entry that was refused after the driver had gone on: the reason, and the buttons to send it again or discard it. */
export function RefusedEntry({ entry }: { entry: OutboxEntry & { refusal: string } }) {
  const { act, place, madeAt, refusal, driverId } = entry;
  const [isSure, setSure] = useState(false);
  const signature = act.kind === 'status' ? act.signature_image : undefined;
  const isProof = act.kind === 'status' && Boolean(signature ?? act.typed_name ?? act.photos?.length);
  return (
    <Banner tone="error" title={`Not accepted: ${actionName(act)}${place ? ` · ${place}` : ''}`}>
      <p>
        <Time iso={madeAt} /> · {refusal}
      </p>
      <p>
        {isProof && 'The proof is kept on this phone. '}
        {refusal === SECOND_STOP ? 'Complete that one' : 'Ask the dispatcher'}, then send it again or discard
        it.
      </p>
      {signature && <img src={signature} alt="The signature" className={css.signature} />}
      <div className={css.choices}>
        <Button
          type="button"
          size="thumb"
          onClick={() => {
            void sendAgain(entry).then(() => drain(driverId));
          }}
        >
          Send again
        </Button>
        <Button
          type="button"
          size="thumb"
          variant="quiet"
          onClick={() => {
            if (isSure) void discard(entry);
            setSure(true);
          }}
        >
          {isSure ? 'Discard for good' : 'Discard'}
        </Button>
      </div>
    </Banner>
  );
}
