import { ShownOnce } from '~/ui/shown-once';
import { Time } from '~/ui/time';
import * as css from './sign-in-link.css';

export type QrSquares = { size: number; path: string };

export type ShownLink = {
  id: number;
  person: string;
  username: string;
  phone: string | null;
  email: string | null;
  expiresAt: string;
  url: string;
  qr: QrSquares;
};

/** The margin around the code that cameras need, in squares. */
const QUIET = 4;

/** Shows a new sign-in link. The link can't be shown again. */
export function NewSignInLink({ link, doneTo }: { link: ShownLink; doneTo: string }) {
  const { person, username, phone, email, expiresAt, url, qr } = link;
  return (
    <ShownOnce
      title="Sign-in Link"
      description={`${person} (${username})`}
      label="Link"
      name="link"
      value={url}
      doneTo={doneTo}
      isPrintable
      picture={<QrCode qr={qr} label={`QR code of the link for ${person}`} />}
      hint={
        <>
          Works once, until <Time iso={expiresAt} />. It won’t be shown again.
        </>
      }
    >
      Have {person} scan the code with the phone’s camera, or send the link
      {phone ? ` to ${phone}` : email ? ` to ${email}` : ''}. It signs the phone in and asks for a password.
    </ShownOnce>
  );
}

export function QrCode({ qr, label }: { qr: QrSquares; label: string }) {
  const side = qr.size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${String(-QUIET)} ${String(-QUIET)} ${String(side)} ${String(side)}`}
      shapeRendering="crispEdges"
      className={css.code}
    >
      <path d={qr.path} />
    </svg>
  );
}
