/** The proof that a task was carried out, for one sheet of paper. */
import type { ReactNode } from 'react';
import type { Proof } from '~/domain/customers/links/proof';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { factsOf } from '~/domain/tasks/model/facts';
import { customer as words } from '~/words/en/customer';
import { asWritten } from '~/words/words';
import * as css from './proof.css';

export const proofTitle = ({ type }: Pick<Proof, 'type'>) => words.proofs[type];

export function ProofSheet({ proof }: { proof: Proof }) {
  const sender = [proof.company, proof.dealership].filter(Boolean).join(' · ');
  return (
    <article className={css.sheet}>
      <header className={css.head}>
        <h1>{proofTitle(proof)}</h1>
        {sender && <p {...asWritten()}>{sender}</p>}
      </header>
      <ProofBody proof={proof} />
      <Activity activity={proof.activity} />
    </article>
  );
}

/** The delivery with its signature and photos. */
export function ProofBody({ proof }: { proof: Proof }) {
  const { location, address, facts, driver, completedAt, notes } = proof;
  return (
    <>
      <dl className={css.facts}>
        <Fact label={words.completed}>{completedAt}</Fact>
        <Fact label={words.location} isWritten>
          {location}
          {address && <div>{address}</div>}
        </Fact>
        {factsOf(facts).map(({ key, label, text }) => (
          <Fact key={key} label={label} isWritten>
            {text}
          </Fact>
        ))}
        {driver && (
          <Fact label={words.driver} isWritten>
            {driver}
          </Fact>
        )}
        {notes && (
          <Fact label={words.notes} isWritten>
            {notes}
          </Fact>
        )}
      </dl>
      <Signature proof={proof} />
      <Photos photos={proof.photos} />
      {proof.removed.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </>
  );
}

type FactProps = {
  label: string;
  /** The value is a text of people. */ isWritten?: true;
  children: ReactNode;
};

function Fact({ label, isWritten, children }: FactProps) {
  return (
    <div className={css.fact}>
      <dt className={css.label}>{label}</dt>
      <dd {...(isWritten && asWritten())}>{children}</dd>
    </div>
  );
}

function Signature({ proof }: { proof: Proof }) {
  const { signature, signedBy, removed } = proof;
  if (!signature) return isSignedFor(proof) && removed.length === 0 ? <p>{words.noSignature}</p> : null;
  return (
    <figure className={css.whole}>
      <img
        src={signature}
        width={400}
        height={200}
        className={css.picture}
        alt={signedBy ? words.signatureOf(signedBy) : words.signature}
      />
      {signedBy && <figcaption>{words.signedBy(signedBy)}</figcaption>}
    </figure>
  );
}

function Photos({ photos }: { photos: string[] }) {
  if (photos.length === 0) return null;
  return (
    <section>
      <h2>{words.photos}</h2>
      <ul className={css.photos}>
        {photos.map((url, index) => (
          <li key={url} className={css.whole}>
            <img src={url} className={css.photo} alt={words.photoOf(index + 1, photos.length)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Activity({ activity }: Pick<Proof, 'activity'>) {
  if (activity.length === 0) return null;
  return (
    <section>
      <h2>{words.activity}</h2>
      <ol className={css.activity}>
        {activity.map(({ at, what, by, lines }, index) => (
          <li key={index} className={css.fact}>
            <span className={css.label}>{at}</span>
            <span>
              {[what, by].filter(Boolean).join(' · ')}
              {lines.map(({ label, before, after }) => (
                <div key={label} className={css.label}>
                  {label}: {before} → {after}
                </div>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
