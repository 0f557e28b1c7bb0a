import sharp from 'sharp';

const SIGNERS = ['J. Alvarez', 'Pat Nguyen', 'R. Kowalski', 'Sam Whitaker', 'T. Freeman', 'Lou Castillo'];

export type DemoSignature = { signedBy: string; image: Buffer };

/** A handful of scribbles, as JPEG of 400 × 200. */
export async function drawSignatures(): Promise<DemoSignature[]> {
  return Promise.all(
    SIGNERS.map(async (signedBy, n) => {
      const loops = Array.from({ length: 7 }, (_, i) => {
        const x = 40 + i * 46;
        const up = 55 + ((i * 31 + n * 17) % 45);
        const down = 110 + ((i * 23 + n * 29) % 45);
        return `C${String(x)} ${String(up)} ${String(x + 34)} ${String(up)} ${String(x + 24)} ${String(down)}`;
      });
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#fff"/>' +
        `<path d="M30 120 ${loops.join(' ')}" fill="none" stroke="#14181f" stroke-width="2.4"/></svg>`;
      return { signedBy, image: await sharp(Buffer.from(svg)).jpeg({ quality: 60 }).toBuffer() };
    }),
  );
}
