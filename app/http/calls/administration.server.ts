/** The calls on users, sessions, tokens, dealerships, webhooks and the audit log. */
import * as z from 'zod/v4';
import { listAdminEvents } from '~/domain/platform/audit/audit.server';
import {
  addDealership,
  changeDealership,
  listDealershipLocations,
  listDealershipNames,
  listDealerships,
  saveLocation,
} from '~/domain/network/dealerships/dealerships.server';
import { listMessages, listReplies, resendMessage } from '~/domain/customers/messages/queries.server';
import {
  getMessageSettings,
  saveEvent,
  saveLinkSettings,
  saveMessageLanguage,
  saveQuietHours,
} from '~/domain/customers/messages/settings.server';
import { getDriver, listDrivers, saveVehicle } from '~/domain/network/users/vehicle.server';
import { getNetwork, saveNetwork } from '~/domain/network/settings/network.server';
import { getSharing, saveSharing, sendPositions } from '~/domain/tracking/commands.server';
import { addDevice, listDevices, revokeDevice } from '~/domain/tracking/devices.server';
import { listLastPositions } from '~/domain/tracking/last-positions.server';
import { getTrail } from '~/domain/tracking/trail.server';
import { copyWeek, listShifts, removeShift, saveShift } from '~/domain/network/shifts/commands.server';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
} from '~/domain/network/runs/commands.server';
import { closeDay, listClosedDays, openDay } from '~/domain/network/runs/closed-days.server';
import { listExceptions, removeException, saveException } from '~/domain/network/runs/exceptions.server';
import { importShifts } from '~/domain/network/shifts/import.server';
import { getBackup } from '~/domain/administration/backups/commands.server';
import { listJobs, runJob } from '~/domain/administration/background-work/background-work.server';
import { requireNotSetUp, SetUp, setUp } from '~/domain/administration/setup/setup.server';
import { changeRoles, deleteUser, restoreUser } from '~/domain/administration/users/access.server';
import { CurrentUserAnswer, Register, SignIn } from '~/domain/network/users/schema';
import { addUser, changeDealerships } from '~/domain/network/users/commands.server';
import { updateProfile } from '~/domain/network/users/profile.server';
import {
  getPush,
  sendTestPush,
  subscribe,
  unsubscribe,
} from '~/domain/notifications/push/subscriptions.server';
import {
  getCurrentUser,
  getManagedUser,
  listManagedUsers,
  listUsers,
} from '~/domain/network/users/queries.server';
import { resetPassword } from '~/domain/network/users/change-password.server';
import { register, signIn } from '~/domain/network/users/sign-in.server';
import { addDriver, makeSignInLink } from '~/domain/network/users/sign-in-links.server';
import { listEverybodysTokens, revokeAnybodysToken } from '~/domain/network/users/tokens.server';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  renewSecret,
  sendTest,
  updateWebhook,
} from '~/domain/notifications/webhooks/commands.server';
import { open } from '~/http/api.server';
import { endSession, FORGET_CACHE, startSession, whereFrom } from '~/http/session.server';
import { getLanguage, setLanguage } from '~/domain/network/users/language.server';

export const administrationCalls = {
  'GET /api/admin/events': listAdminEvents,
  'GET /api/admin/backups/:backupId': getBackup,
  'GET /api/admin/jobs': listJobs,
  'POST /api/admin/jobs/:jobId/run': runJob,
  'GET /api/admin/network': getNetwork,
  'PATCH /api/admin/network': saveNetwork,
  'GET /api/admin/tokens': listEverybodysTokens,
  'DELETE /api/admin/tokens/:tokenId': revokeAnybodysToken,
  'GET /api/dealerships': listDealerships,
  'POST /api/dealerships': addDealership,
  'PATCH /api/dealerships/:dealership': changeDealership,
  'GET /api/dealership-locations': listDealershipLocations,
  'POST /api/dealership-locations/:name': saveLocation,
};

const login = open(
  {
    summary: 'Signs in',
    about: 'Sets a session cookie. Scripts should use an API token instead.',
    may: 'anybody',
    input: SignIn,
    answer: CurrentUserAnswer,
    refusals: [401, 429],
  },
  async ({ input, request, context }) => {
    const arrival = await signIn(input, whereFrom(request, context));
    const cookies = await startSession(request, context, arrival, input.rememberMe ?? false);
    return { body: await getCurrentUser(arrival), cookies };
  },
);

const logout = open(
  { summary: 'Signs out', may: 'anybody', input: z.unknown(), answer: z.strictObject({}) },
  async ({ request, context }) => {
    const { cookies } = await endSession(request, context);
    return { body: {}, headers: FORGET_CACHE, cookies };
  },
);

const registerDriver = open(
  {
    summary: 'Registers a driver and signs in',
    about: 'Only where registration is open.',
    may: 'anybody',
    input: Register,
    answer: CurrentUserAnswer,
    status: 201,
    refusals: [409, 429],
  },
  async ({ input, request, context }) => {
    const arrival = await register(input, context.clientIp);
    const cookies = await startSession(request, context, arrival, false);
    return { body: await getCurrentUser(arrival), cookies };
  },
);

const setUpInstallation = open(
  {
    summary: 'Sets up an empty installation and signs in',
    about: 'Creates the first admin. Works only while there is none, with the code from the server’s log.',
    may: 'anybody',
    input: SetUp,
    answer: CurrentUserAnswer,
    status: 201,
    refusals: [403, 409, 429],
  },
  async ({ input, request, context }) => {
    const arrival = await setUp(input, context.clientIp);
    const cookies = await startSession(request, context, arrival, false);
    return { body: await getCurrentUser(arrival), cookies };
  },
  requireNotSetUp,
);

export const userCalls = {
  'POST /api/setup': setUpInstallation,
  'POST /api/login': login,
  'POST /api/logout': logout,
  'POST /api/register': registerDriver,
  'GET /api/user': getCurrentUser,
  'GET /api/user/dealership-names': listDealershipNames,
  'GET /api/user/push': getPush,
  'PUT /api/user/push': subscribe,
  'DELETE /api/user/push/:subscriptionId': unsubscribe,
  'POST /api/user/push/test': sendTestPush,
  'GET /api/users': listUsers,
  'PUT /api/users/:userId': updateProfile,
  'GET /api/drivers': listDrivers,
  'GET /api/drivers/:driverId': getDriver,
  'PUT /api/drivers/:driverId': saveVehicle,
  'GET /api/admin/users': listManagedUsers,
  'POST /api/admin/users': addUser,
  'POST /api/admin/drivers': addDriver,
  'GET /api/admin/users/:userId': getManagedUser,
  'DELETE /api/admin/users/:userId': deleteUser,
  'PUT /api/admin/users/:userId/dealerships': changeDealerships,
  'GET /api/admin/users/:userId/language': getLanguage,
  'PUT /api/admin/users/:userId/language': setLanguage,
  'POST /api/admin/users/:userId/password': resetPassword,
  'POST /api/admin/users/:userId/sign-in-link': makeSignInLink,
  'POST /api/admin/users/:userId/restore': restoreUser,
  'PATCH /api/admin/users/:userId/roles': changeRoles,
};

export const positionCalls = {
  'GET /api/positions': listLastPositions,
  'POST /api/positions': sendPositions,
  'GET /api/positions/sharing': getSharing,
  'PUT /api/positions/sharing': saveSharing,
  'GET /api/users/:userId/positions': getTrail,
  'GET /api/users/:userId/devices': listDevices,
  'POST /api/users/:userId/devices': addDevice,
  'DELETE /api/users/:userId/devices/:deviceId': revokeDevice,
};

export const messageCalls = {
  'GET /api/admin/customer-messages': getMessageSettings,
  'PATCH /api/admin/customer-messages/quiet-hours': saveQuietHours,
  'PATCH /api/admin/customer-messages/links': saveLinkSettings,
  'PATCH /api/admin/customer-messages/language': saveMessageLanguage,
  'PATCH /api/admin/customer-messages/events/:event': saveEvent,
  'GET /api/messages': listMessages,
  'GET /api/messages/replies': listReplies,
  'POST /api/messages/:messageId/resend': resendMessage,
};

export const shiftCalls = {
  'GET /api/run-schedules': listSchedules,
  'POST /api/run-schedules': createSchedule,
  'GET /api/run-schedules/:scheduleId': getSchedule,
  'PATCH /api/run-schedules/:scheduleId': changeSchedule,
  'DELETE /api/run-schedules/:scheduleId': deleteSchedule,
  'GET /api/run-schedules/:scheduleId/exceptions': listExceptions,
  'POST /api/run-schedules/:scheduleId/exceptions': saveException,
  'DELETE /api/run-schedules/:scheduleId/exceptions/:exceptionId': removeException,
  'GET /api/closed-days': listClosedDays,
  'POST /api/closed-days': closeDay,
  'DELETE /api/closed-days/:day': openDay,
  'GET /api/shifts': listShifts,
  'PUT /api/shifts/:driverId/:day': saveShift,
  'DELETE /api/shifts/:driverId/:day': removeShift,
  'POST /api/shifts/copy': copyWeek,
  'POST /api/shifts/import-csv': importShifts,
};

export const webhookCalls = {
  'GET /api/admin/webhooks': listWebhooks,
  'POST /api/admin/webhooks': createWebhook,
  'GET /api/admin/webhooks/:webhookId': getWebhook,
  'PATCH /api/admin/webhooks/:webhookId': updateWebhook,
  'DELETE /api/admin/webhooks/:webhookId': deleteWebhook,
  'POST /api/admin/webhooks/:webhookId/secret': renewSecret,
  'POST /api/admin/webhooks/:webhookId/test': sendTest,
  'GET /api/admin/webhooks/:webhookId/deliveries': listDeliveries,
  'POST /api/admin/webhooks/:webhookId/deliveries/:deliveryId/redeliver': redeliver,
};
