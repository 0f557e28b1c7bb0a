import type { Sequelize } from 'sequelize';
import * as places from './places';
import * as requests from './operations';
import * as webhooks from './notifications';
import * as people from './people';
import * as positions from './positions';
import * as tasks from './tasks';

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
