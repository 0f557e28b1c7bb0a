import type { Migration } from './migration';
import { foundation } from './0001-foundation';
import { geocoding } from './0002-geocoding';
import { dispatching } from './0003-dispatching';
import { photos } from './0004-photos';
import { accounts } from './0005-accounts';
import { imports } from './0006-imports';
import { history } from './0007-history';
import { settings } from './0008-settings';
import { administration } from './0009-administration';
import { webhooks } from './0010-webhooks';
import { figures } from './0011-figures';
import { archiveClock } from './0012-archive-clock';
import { accountPlaces } from './0013-account-places';
import { temporaryPasswords } from './0014-temporary-passwords';
import { newcomers } from './0015-newcomers';
import { notices } from './0017-notices';
import { invoices } from './0018-invoices';
import { places } from './0019-places';
import { operations } from './0020-operations';
import { dealerships } from './0021-dealerships';
import { firstSteps } from './0022-first-steps';
import { roadPairs } from './0023-road-pairs';
import { positions } from './0024-positions';
import { taps } from './0025-taps';
import { contacts } from './0026-contacts';
import { deliverBy } from './0027-deliver-by';
import { visits } from './0028-visits';
import { push } from './0029-push';
import { arrivalPredictions } from './0030-arrival-predictions';
import { messages } from './0031-messages';
import { shifts } from './0032-shifts';
import { vehicles } from './0033-vehicles';
import { streetRanges } from './0034-street-ranges';
import { taskNeeds } from './0035-task-needs';
import { plans } from './0036-plans';
import { undonePlans } from './0037-undone-plans';
import { visitsOfDrivers } from './0038-visits-of-drivers';
import { plansTakenBack } from './0040-plans-taken-back';
import { linksOfCustomers } from './0041-links-of-customers';
import { streetSpellings } from './0044-street-spellings';
import { serviceOutages } from './0046-service-outages';
import { customerReplies } from './0048-customer-replies';
import { noticesOfTasks } from './0049-notices-of-tasks';
import { concerns } from './0050-concerns';
import { drivesOfPositions } from './0051-drives-of-positions';
import { searchKeys } from './0052-search-keys';
import { jobs } from './0053-jobs';
import { toldAfterCommit } from './0054-told-after-commit';
import { languagesOfUsers } from './0055-languages-of-users';
import { languagesOfContacts } from './0056-languages-of-contacts';
import { languagesOfDevices } from './0057-languages-of-devices';
import { accountsOfTasks } from './0058-accounts-of-tasks';
import { ordersOfOthers } from './0059-orders-of-others';
import { backupProgress } from './0060-backup-progress';
import { boardView } from './0061-board-view';
import { runs } from './0062-runs';
import { webhooksOfRuns } from './0064-webhooks-of-runs';
import { noticesOfRuns } from './0063-notices-of-runs';
import { ordersAreFound } from './0065-orders-are-found';
import { intake } from './0066-intake';
import { runsOfUndos } from './0067-runs-of-undos';
import { waysIn } from './0068-ways-in';
import { foldersAndMailboxes } from './0069-folders-and-mailboxes';
import { inbox } from './0070-inbox';
import { moveIns } from './0071-move-ins';
import { placesOfTasks } from './0072-places-of-tasks';
import { oneIndexOfAddresses } from './0073-one-index-of-addresses';
import { noticesByTask } from './0074-notices-by-task';
import { webhooksOfDeletions } from './0075-webhooks-of-deletions';
import { dealershipsOfSources } from './0076-dealerships-of-sources';
import { confirmedDocuments } from './0077-confirmed-documents';
import { cancellationsOfRuns } from './0078-cancellations-of-runs';
import { roomForSessions } from './0079-room-for-sessions';
import { textsOfDocuments } from './0080-texts-of-documents';
import { comments } from './0081-comments';
import { standingLinks } from './0084-standing-links';
import { instructionsOfAddresses } from './0085-instructions-of-addresses';

export const migrations: Migration[] = [
  foundation,
  geocoding,
  dispatching,
  photos,
  accounts,
  imports,
  history,
  settings,
  administration,
  webhooks,
  figures,
  archiveClock,
  accountPlaces,
  temporaryPasswords,
  newcomers,
  notices,
  invoices,
  places,
  operations,
  dealerships,
  firstSteps,
  roadPairs,
  positions,
  taps,
  contacts,
  deliverBy,
  visits,
  push,
  arrivalPredictions,
  messages,
  shifts,
  vehicles,
  streetRanges,
  taskNeeds,
  plans,
  undonePlans,
  visitsOfDrivers,
  plansTakenBack,
  linksOfCustomers,
  streetSpellings,
  serviceOutages,
  customerReplies,
  noticesOfTasks,
  concerns,
  drivesOfPositions,
  searchKeys,
  jobs,
  toldAfterCommit,
  languagesOfUsers,
  languagesOfContacts,
  languagesOfDevices,
  accountsOfTasks,
  ordersOfOthers,
  backupProgress,
  boardView,
  runs,
  noticesOfRuns,
  webhooksOfRuns,
  ordersAreFound,
  intake,
  runsOfUndos,
  waysIn,
  foldersAndMailboxes,
  inbox,
  moveIns,
  placesOfTasks,
  oneIndexOfAddresses,
  noticesByTask,
  webhooksOfDeletions,
  dealershipsOfSources,
  confirmedDocuments,
  cancellationsOfRuns,
  roomForSessions,
  textsOfDocuments,
  comments,
  standingLinks,
  instructionsOfAddresses,
];
