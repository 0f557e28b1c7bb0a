/** The process that decodes pictures, one at a time. A bundle of its own: build/picture-worker.js. */
import sharp from 'sharp';
import { workerOf } from '~/domain/platform/worker-process.server';
import { pictureOf, type Made, type Rule } from './picture.server';

export type PictureInput = { sent: Uint8Array; rule: Rule };

// Two such processes with one thread each are all the capacity that pictures get.
sharp.concurrency(1);
sharp.cache(false);

export const decode = workerOf(({ sent, rule }: PictureInput): Promise<Made> => pictureOf(sent, rule));
