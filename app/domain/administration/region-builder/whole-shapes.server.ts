/**
 * Passes on a .shp file, and fails at the first record that does not follow the format: the library would
 * search all bytes behind it for the next record.
 */
import { Transform, type TransformCallback } from 'node:stream';

const FILE_HEAD = 100;
const FILE_CODE = 9_994;
/** Lines and areas, the types in the Census Bureau's files of streets and water. */
const TYPES = [3, 5];
const RECORD_HEAD = 8;
/** The type of a record. A row without a shape has nothing else. */
const NO_SHAPE = RECORD_HEAD + 4;
/** The type, the extent, and the numbers of parts and points. */
const SHAPE = RECORD_HEAD + 44;
const PART = 4;
const POINT = 16;

const LARGEST_SHAPE_BYTES = 64_000_000;
/** A large county has 300,000 shapes. */
const MOST_SHAPES = 5_000_000;

export class WholeShapes extends Transform {
  private head = Buffer.alloc(0);
  private wanted = FILE_HEAD;
  /** The remaining bytes of the present record, which are not examined. */
  private left = 0;
  private type: number | undefined;
  private shapes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < chunk.length;) {
      if (this.left > 0) {
        const passed = Math.min(this.left, chunk.length - at);
        this.left -= passed;
        at += passed;
        continue;
      }
      const part = chunk.subarray(at, at + this.wanted - this.head.length);
      this.head = Buffer.concat([this.head, part]);
      at += part.length;
      if (this.head.length < this.wanted) break;
      const problem = this.type === undefined ? this.readFileHead() : this.readRecordHead();
      if (problem) {
        done(new Error(problem));
        return;
      }
    }
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const isWhole = this.type !== undefined && this.left === 0 && this.head.length === 0;
    done(isWhole ? null : new Error('its shapes are cut short'));
  }

  private readFileHead(): string | null {
    const type = this.head.readInt32LE(32);
    if (this.head.readInt32BE(0) !== FILE_CODE || !TYPES.includes(type))
      return 'its shapes are neither lines nor areas';
    this.type = type;
    this.passOver(0);
    return null;
  }

  private readRecordHead(): string | null {
    const number = this.shapes + 1;
    if (number > MOST_SHAPES) return 'it has too many shapes';
    const broken = `its shape ${String(number)} is broken`;
    const bytes = 2 * this.head.readInt32BE(4);
    const type = this.head.readInt32LE(RECORD_HEAD);
    if (this.head.readInt32BE(0) !== number || (type !== 0 && type !== this.type)) return broken;
    if (bytes > LARGEST_SHAPE_BYTES || bytes < (type === 0 ? NO_SHAPE : SHAPE) - RECORD_HEAD) return broken;
    if (type !== 0 && this.wanted < SHAPE) {
      this.wanted = SHAPE;
      return null;
    }
    if (type !== 0) {
      const [parts, points] = [this.head.readInt32LE(SHAPE - 8), this.head.readInt32LE(SHAPE - 4)];
      if (parts < 0 || points < 0 || SHAPE + PART * parts + POINT * points > RECORD_HEAD + bytes)
        return broken;
    }
    this.shapes = number;
    this.passOver(RECORD_HEAD + bytes - this.head.length);
    return null;
  }

  private passOver(bytes: number): void {
    this.left = bytes;
    this.head = Buffer.alloc(0);
    this.wanted = NO_SHAPE;
  }
}
