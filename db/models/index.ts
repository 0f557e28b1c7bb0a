import type { Sequelize } from 'sequelize';
import * as geocoding from './geocoding';
import * as jobs from './jobs';
import * as messages from './messages';
import * as operations from './operations';
import * as people from './people';
import * as places from './places';
import * as positions from './positions';
import * as push from './push';
import * as requests from './requests';
import * as tasks from './tasks';
import * as webhooks from './webhooks';

/** Binds every model to the pool. Models are tables: no hooks, no scopes, no rules. */
export function initModels(sequelize: Sequelize): void {
  const models = {
    ...geocoding,
    ...jobs,
    ...messages,
    ...operations,
    ...people,
    ...places,
    ...positions,
    ...push,
    ...requests,
    ...tasks,
    ...webhooks,
  };
  for (const model of Object.values(models)) model.connectTo(sequelize);
}
