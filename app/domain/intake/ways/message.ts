/** Decides which parts of a message are documents, and whether its sender is allowed. Reads no contents. */
import { LIMITS } from '~/domain/intake/reading/words';

/** A part as the mail server describes it (RFC 9051, BODYSTRUCTURE). Parts without a number are the whole message. */
export type Part = {
  part?: string | undefined;
  type: string;
  parameters?: Record<string, string> | undefined;
  encoding?: string | undefined;
  /** Bytes before decoding. */
  size?: number | undefined;
  disposition?: string | undefined;
  dispositionParameters?: Record<string, string> | undefined;
  childNodes?: Part[] | undefined;
};

type Found = { part: string; isBody: boolean };

const MOST_DOCUMENTS = 10;
const MOST_PARTS = 200;
const NAME_OF_DOCUMENT = /\.(?:pdf|txt|prn|text|asc)$/i;
const UNKNOWN_TYPES = ['application/octet-stream', 'application/x-pdf', 'application/acrobat'];

/** Base64 takes four bytes and a line end for three. */
const LONGEST_ENCODED = 1.4 * LIMITS.bytes;

/** Attachments, else the text. Messages within the message are not looked into. */
export function documentsOf(message: Part): { found: Found[] } | { refusal: string } {
  const parts = leavesOf(message);
  if (parts.length > MOST_PARTS) return { refusal: 'it has too many parts' };
  const attached = parts.filter(isAttachedDocument);
  const body = parts.find((each) => each.type === 'text/plain' && !isAttachment(each));
  const chosen = attached.length > 0 ? attached : body ? [body] : [];
  if (chosen.length === 0) return { refusal: 'it has no PDF and no text' };
  if (chosen.length > MOST_DOCUMENTS)
    return { refusal: `it has more than ${String(MOST_DOCUMENTS)} documents` };
  if (chosen.some(({ size = 0 }) => size > LONGEST_ENCODED))
    return { refusal: 'a document has more than 2 MB' };
  return { found: chosen.map((each) => ({ part: each.part ?? '1', isBody: each === body })) };
}

const leavesOf = (node: Part): Part[] =>
  node.childNodes && node.type !== 'message/rfc822' ? node.childNodes.flatMap(leavesOf) : [node];

const nameOf = ({ parameters, dispositionParameters }: Part) =>
  dispositionParameters?.filename ?? parameters?.name ?? '';

const isAttachment = (part: Part) => part.disposition === 'attachment' || nameOf(part) !== '';

/** Some programs put a PDF into the text, and some name no type. */
function isAttachedDocument(part: Part): boolean {
  if (part.type === 'application/pdf') return true;
  if (part.type === 'text/plain') return isAttachment(part);
  return UNKNOWN_TYPES.includes(part.type) && NAME_OF_DOCUMENT.test(nameOf(part));
}

/**
 * @param allowed addresses, and domains like `@example.com`, in lower case. A message of several senders is
 * not allowed.
 */
export function isAllowed(from: readonly { address?: string | undefined }[], allowed: readonly string[]) {
  const address = from[0]?.address?.toLowerCase();
  if (!address || from.length !== 1) return false;
  return allowed.includes(address) || allowed.includes(address.slice(address.lastIndexOf('@')));
}
