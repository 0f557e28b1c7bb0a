/** The form of the dialog: the pad, the receiver's name, a typed name instead, photos and Complete. */
import { Form, Link, useNavigation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type ChangeEvent, type ComponentProps } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { LIMITS } from '~/domain/kernel/limits';
import type { Answered } from '~/forms/unreachable';
import { PhotoField } from '~/components/photos/photo-field';
import { Banner, sentences } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Field, Input } from '~/ui/field';
import { signatureKey } from '~/components/going-stop/going-stop';
import { readDraft, writeDraft } from '~/forms/drafts';
import { usePerson } from '~/forms/person';
import { typedText } from '~/forms/typed';
import { proof } from '~/words/en/proof';
import { exportSignature, SignaturePad } from './signature-pad';
import { isSignature, readStrokes, type Stroke } from './strokes';
import * as css from './sign.css';

type Props = {
  stopId: number;
  /** Empty when no task of the stop can get a signature any more. */
  taskIds: number[];
  /** The address of the stop; empty when it is no longer under way. */
  address: string;
  /** True when it completes the stop; false when it adds a signature to a completed one. */
  completes: boolean;
  formKey: string;
  answer: Answered | undefined;
};

export function SignForm({ stopId, taskIds, address, completes, formKey, answer }: Props) {
  // The address when the dialog opened. The driver has not seen a later change by the office.
  const [seenAddress] = useState(address);
  const pending = useNavigation().formMethod === 'POST';
  const hydrated = useHydrated();
  const { draft, save, isLoaded } = useSignatureDraft(stopId);
  const form = useRef<HTMLFormElement>(null);
  const isFilled = useRef(false);
  const drawn = isSignature(draft.strokes);

  useEffect(() => {
    // Restores input from before hydration or before a reload.
    if (!isLoaded || isFilled.current || !form.current) return;
    isFilled.current = true;
    const [by, typed] = [field(form.current, 'signed_by'), field(form.current, 'typed_name')];
    if (by && typed) {
      by.value ||= draft.signedBy;
      typed.value ||= draft.typedName;
      save({ signedBy: by.value, typedName: typed.value });
    }
  }, [isLoaded, draft, save]);

  const fill = ({ currentTarget }: { currentTarget: HTMLFormElement }) => {
    const image = field(currentTarget, 'signature_image');
    if (image) image.value = drawn ? exportSignature(draft.strokes) : '';
  };
  const keepField =
    (name: 'signedBy' | 'typedName') =>
    ({ target }: ChangeEvent<HTMLInputElement>) => {
      save({ [name]: target.value });
    };

  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      className={css.form}
      onSubmit={fill}
      preventScrollReset
    >
      {answer && !pending && <Refusal answer={answer} isKept={hydrated} />}
      <input type="hidden" name="_key" value={formKey} />
      {taskIds.map((taskId) => (
        <input key={taskId} type="hidden" name="taskIds" value={taskId} />
      ))}
      {seenAddress !== '' && <input type="hidden" name="seen_address" value={seenAddress} />}
      <input type="hidden" name="signature_image" />
      <div className={css.sheet}>
        <div className={css.fields}>
          {hydrated && (
            <Field label={proof.receivedBy} name="signed_by">
              {(control) => (
                <Input
                  {...control}
                  maxLength={LIMITS.signedBy}
                  autoComplete="off"
                  placeholder={proof.printedName}
                  onChange={keepField('signedBy')}
                />
              )}
            </Field>
          )}
          <div className={css.instead}>
            <TypedName
              isAlternative={hydrated}
              isFilled={draft.typedName !== ''}
              sent={typedText(answer?.lastResult, 'typed_name')}
              errors={answer?.lastResult.error?.typed_name ?? undefined}
              onChange={keepField('typedName')}
            />
            <PhotoField
              stopId={stopId}
              errors={pending ? undefined : (answer?.lastResult.error?.photos ?? undefined)}
            />
          </div>
        </div>
        {hydrated && (
          <div className={css.paper}>
            <SignaturePad
              strokes={draft.strokes}
              onChange={(strokes) => {
                save({ strokes });
              }}
              describedBy="pad-hint"
            />
            <p id="pad-hint" className={css.hint}>
              {proof.signHere}
            </p>
          </div>
        )}
        <div className={css.buttons}>
          {hydrated && (
            <Button
              type="button"
              size="touch"
              disabled={draft.strokes.length === 0 || pending}
              onClick={() => {
                save({ strokes: [] });
              }}
            >
              {proof.clear}
            </Button>
          )}
          <Button
            variant="go"
            size="touch"
            wide
            name="intent"
            value="completeStop"
            disabled={taskIds.length === 0 || (hydrated && !drawn && draft.typedName.trim() === '')}
            pending={pending && (completes ? proof.completing : proof.adding)}
          >
            {completes ? proof.complete : proof.addSignature}
          </Button>
        </div>
      </div>
    </Form>
  );
}

const field = (form: HTMLFormElement, name: string) => {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLInputElement ? control : null;
};

type RefusalProps = { answer: Answered; /** True when the phone keeps the signature. */ isKept: boolean };

/** Shows the refusal, and a note that the signature is kept. */
function Refusal({ answer: { lastResult, problem, unreachable }, isKept }: RefusalProps) {
  const { '': said, signature_image: wrong, photos } = lastResult.error ?? {};
  // The photo field shows errors of photos.
  const messages = photos ? [] : (said ?? wrong ?? []);
  if (messages.length === 0) return null;
  const isChanged = problem !== null && !problem.fields && !unreachable;
  return (
    <Banner tone="error">
      {sentences(messages)} {isKept && `${proof.signatureKept} `}
      {isChanged && (
        <Link to="/driver" preventScrollReset>
          {proof.seeRoute}
        </Link>
      )}
    </Banner>
  );
}

type TypedNameProps = {
  /** True beside a drawing pad. The typed name is then optional. */
  isAlternative: boolean;
  /** True when it has a value, which must be visible. */
  isFilled: boolean;
  /** The name in a refused form of a page without JavaScript. */
  sent: string;
  errors: string[] | undefined;
  onChange: ComponentProps<'input'>['onChange'];
};

/** A typed name that replaces a drawing, for keyboards and for pages without JavaScript. */
function TypedName({ isAlternative, isFilled, sent, errors, onChange }: TypedNameProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isFilled && details.current) details.current.open = true;
  }, [isFilled, isAlternative]);
  return (
    <details ref={details} open={!isAlternative}>
      <summary className={css.typed}>{isAlternative ? proof.typeInstead : proof.signWithName}</summary>
      <Field label={proof.typedName} name="typed_name" required={!isAlternative} errors={errors}>
        {(control) => (
          <Input
            {...control}
            maxLength={LIMITS.signedBy}
            autoComplete="off"
            defaultValue={sent}
            onChange={onChange}
          />
        )}
      </Field>
    </details>
  );
}

type SignatureDraft = {
  strokes: Stroke[];
  signedBy: string;
  typedName: string;
};

const NOTHING: SignatureDraft = { strokes: [], signedBy: '', typedName: '' };

/**
 * Keeps the signature for this stop in this tab until it is sent, so that it survives a reload, a lost connection and
 * an ended session. The driver's page deletes it when the stop is no longer under way.
 */
function useSignatureDraft(stopId: number) {
  const key = signatureKey(usePerson(), stopId);
  const [isLoaded, setLoaded] = useState(false);
  const [draft, setDraft] = useState(NOTHING);
  const latest = useRef(draft);
  const show = useCallback((next: SignatureDraft) => {
    latest.current = next;
    setDraft(next);
  }, []);
  useEffect(() => {
    show(read(key));
    setLoaded(true);
  }, [key, show]);
  const save = useCallback(
    (changed: Partial<SignatureDraft>) => {
      show({ ...latest.current, ...changed });
      writeDraft(key, latest.current);
    },
    [key, show],
  );
  return { draft, save, isLoaded };
}

function read(key: string | null): SignatureDraft {
  try {
    const { strokes, signedBy, typedName } = (readDraft(key) ?? {}) as Partial<SignatureDraft>;
    return {
      strokes: readStrokes(strokes),
      signedBy: signedBy ?? '',
      typedName: typedName ?? '',
    };
  } catch {
    return NOTHING;
  }
}
