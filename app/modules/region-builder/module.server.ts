/** `npm run region`: makes the street map, house numbers and road times of a region. */
import type { Module } from '../module';
import { buildRegion } from './command.server';
import { addDemoStreets } from './demo-streets.server';

export const regionBuilder: Module = {
  name: 'region-builder',
  commands: { region: buildRegion },
  afterOpening: async ({ hasDemo, signal }) => {
    if (hasDemo) await addDemoStreets(signal);
  },
};
