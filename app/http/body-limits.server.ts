/** Size limits of request bodies by path. Only signed-in users may send more than `UNKNOWN`. */
const KB = 1_024;

/** The limit for everybody on every path, and for a form without its files. */
export const UNKNOWN = 64 * KB;

export type BodyLimit = {
  /** The whole body. */
  bytes: number;
  /** For forms: the field whose parts may be files, with `bytes` for all of them. */
  file?: string;
  /** For forms: a field with a picture drawn on the page, and how long it may be. */
  drawing?: { name: string; bytes: number };
};

const LIMITS: [RegExp, BodyLimit][] = [
  [/^\/api\/tasks\/\d+$/, { bytes: 400 * KB }],
  [/^\/api\/tasks\/batch\/status$/, { bytes: 1_300 * KB }], // a signature and three photos
  [/^\/api\/tasks\/\d+\/photos$/, { bytes: 400 * KB }],
  [/^\/api\/accounts\/import-csv$/, { bytes: 10_240 * KB }],
  // Without JavaScript photos are not scaled down.
  [
    /^\/driver\/stops\/\d+\/sign$/,
    { bytes: 20_480 * KB, file: 'photos', drawing: { name: 'signature_image', bytes: 400 * KB } },
  ],
  [/^\/driver\/stops\/\d+\/fail$/, { bytes: 20_480 * KB, file: 'photos' }],
  [/^\/accounts\/import$/, { bytes: 10_240 * KB, file: 'file' }],
];

const isMultipart = (contentType: string) => /^multipart\/form-data\b/i.test(contentType);

/** Only multipart forms can contain files, so other bodies get the limit of text. */
export function bodyLimit(path: string, contentType: string): BodyLimit {
  const page = path.replace(/\.data$/, '');
  const limit = LIMITS.find(([pattern]) => pattern.test(page))?.[1] ?? { bytes: UNKNOWN };
  return limit.file && !isMultipart(contentType) ? { bytes: UNKNOWN } : limit;
}
