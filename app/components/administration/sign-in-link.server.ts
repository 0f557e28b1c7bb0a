/** A new sign-in link, to be shown once: as text, and as a QR code for a phone's camera. */
import type { ActionFunctionArgs } from '@remix-run/node';
import { create } from 'qrcode';
import type { SignInLink } from '~/domain/network/users/schema';
import { publicOrigin } from '~/http/origin.server';
import type { QrSquares, ShownLink } from './sign-in-link';

/** @returns null for a repeated form, which must not get the link again. */
export function shownLink({ request, context }: ActionFunctionArgs, made: SignInLink): ShownLink | null {
  const { id, name, username, phone, email, expiresAt, signInLink } = made;
  if (signInLink === undefined) return null;
  const url = publicOrigin(request, context) + signInLink;
  return { id, person: name || username, username, phone, email, expiresAt, url, qr: codeOf(url) };
}

/** Draws the dark squares as one SVG path. Each square is 1 unit wide. */
export function codeOf(text: string): QrSquares {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const squares = Array.from(modules.data, (isDark, index) =>
    isDark ? `M${String(index % size)} ${String(Math.floor(index / size))}h1v1h-1z` : '',
  );
  return { size, path: squares.join('') };
}
