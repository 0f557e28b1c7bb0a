/** The modules of the program. Nothing else names one. */
import { env } from '~/process/env.server';
import { backups } from '~/modules/backups/module.server';
import { dayPlans } from '~/modules/day-plans/module.server';
import { doctor } from '~/modules/doctor/module.server';
import type { Module } from '~/modules/module';
import { moveIn } from '~/modules/move-in/module.server';
import { push } from '~/modules/push/module.server';
import { regionBuilder } from '~/modules/region-builder/module.server';
import { retention } from '~/modules/retention/module.server';
import { setUp } from '~/modules/set-up/module.server';
import { webhooks } from '~/modules/webhooks/module.server';

const ALL: Module[] = [webhooks, push, dayPlans, moveIn, retention, backups, doctor, regionBuilder, setUp];

export const MODULES = ALL.filter(({ name }) => !env.TEST_WITHOUT_MODULES.includes(name));
