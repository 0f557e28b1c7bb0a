import type { Sequelize } from 'sequelize';
import * as intake from './intake';
import * as notifications from './notifications';
import * as operations from './operations';
import * as people from './people';
import * as places from './places';
import * as positions from './positions';
import * as runs from './runs';
import * as tasks from './tasks';

/** Binds every model to the pool. Models are tables: no hooks, no scopes, no rules. */
export function initModels(sequelize: Sequelize): void {
  const models = {
    ...intake,
    ...notifications,
    ...operations,
    ...people,
    ...places,
    ...positions,
    ...runs,
    ...tasks,
  };
  for (const model of Object.values(models)) model.connectTo(sequelize);
}
