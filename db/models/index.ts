import type { Sequelize } from 'sequelize';
import { initPeople } from './people';
import { initPlaces } from './places';
import { initRequests } from './requests';
import { initTasks } from './tasks';

/** Binds every model to the pool. Models are tables: no hooks, no scopes, no rules. */
export function initModels(sequelize: Sequelize): void {
  for (const init of [initPeople, initPlaces, initTasks, initRequests]) {
    init({ sequelize, underscored: true, timestamps: false });
  }
}
