/** The process that decodes pictures, one at a time. A bundle of its own: build/picture-worker.js. */
import sharp from 'sharp';
import { pictureOf, type Made, type Rule } from './picture.server';

export type Asked = { sent: Buffer; rule: Rule };
export type Answered = Made;

// Two of these processes are all that pictures get of the machine.
sharp.concurrency(1);
sharp.cache(false);

process.on('message', ({ sent, rule }: Asked) => {
  void pictureOf(sent, rule).then((made) => process.send?.(made satisfies Answered));
});
// A signal that reaches all processes of a service must not take the picture of a request that is being finished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
