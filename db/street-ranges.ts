/**
 * Replaces the house numbers of counties in one transaction, so that lookups see either the old or the new
 * ones.
 */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { withClient } from './client';

export type County = {
  county: string;
  year: number;
  ranges: number;
  /** The path of a file in the text format of COPY. */
  file: string;
};

const COLUMNS = 'county, name, zip, prefix, from_number, to_number, parity, side, line';

/** Replaces all or nothing: an error leaves the table unchanged. */
export async function replaceCounties(url: string, counties: County[], signal: AbortSignal): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin');
    // Two commands at once would leave the ranges of both.
    await client.query('lock table street_counties in share row exclusive mode');
    for (const { county, year, ranges, file } of counties) {
      await client.query('delete from street_ranges where county = $1', [county]);
      await pipeline(
        createReadStream(file),
        client.query(copyFrom(`copy street_ranges (${COLUMNS}) from stdin`)),
        { signal },
      );
      await client.query(
        `insert into street_counties (county, year, ranges) values ($1, $2, $3)
         on conflict (county) do update set year = excluded.year, ranges = excluded.ranges, loaded_at = now()`,
        [county, year, ranges],
      );
    }
    await client.query('commit');
    await client.query('analyze street_ranges');
  });
}
