import type { ActionFunctionArgs } from '@remix-run/node';

export const runButtons = (_args: ActionFunctionArgs) => ({});
