/** The calls on documents and files of other systems. */
import { checkMailbox } from '~/domain/intake/ways/check-mailbox.server';
import { decideDocument, teachLayout } from '~/domain/intake/inbox/commands.server';
import { getDocument, listDocuments, sendDocument } from '~/domain/intake/inbox/documents.server';
import {
  deleteLayout,
  getLayout,
  listLayouts,
  tryLayout,
  updateLayout,
} from '~/domain/intake/inbox/layouts.server';
import { addNumber, deleteNumber, listNumbers } from '~/domain/intake/inbox/numbers.server';
import { createSource, getSource, listSources, updateSource } from '~/domain/intake/inbox/sources.server';
import { testSource } from '~/domain/intake/ways/commands.server';
import {
  chooseColumns,
  getMoveIn,
  listMoveIns,
  previewMoveIn,
  rejectsFile,
  sendTable,
  startMoveIn,
} from '~/domain/intake/move-in/commands.server';
import { NoInput } from '~/domain/kernel/schema';
import { pathId, read } from '~/http/api.server';
import { CSV } from '~/http/call';
import { csvResponse } from '~/http/downloads.server';

export const intakeCalls = {
  'GET /api/intake/sources': listSources,
  'POST /api/intake/sources': createSource,
  'GET /api/intake/sources/:sourceId': getSource,
  'PATCH /api/intake/sources/:sourceId': updateSource,
  'POST /api/intake/sources/:sourceId/test': testSource,
  'POST /api/intake/sources/:sourceId/check': checkMailbox,
  'POST /api/intake/sources/:sourceId/documents': sendDocument,
  'GET /api/intake/sources/:sourceId/layouts': listLayouts,
  'GET /api/intake/layouts/:layoutId': getLayout,
  'GET /api/intake/layouts/:layoutId/trial': tryLayout,
  'PUT /api/intake/layouts/:layoutId': updateLayout,
  'DELETE /api/intake/layouts/:layoutId': deleteLayout,
  'GET /api/intake/documents': listDocuments,
  'GET /api/intake/documents/:documentId': getDocument,
  'POST /api/intake/documents/:documentId/layout': teachLayout,
  'POST /api/intake/documents/:documentId/decision': decideDocument,
  'GET /api/accounts/:accountId/numbers': listNumbers,
  'POST /api/accounts/:accountId/numbers': addNumber,
  'DELETE /api/intake/numbers/:numberId': deleteNumber,
  'GET /api/move-ins': listMoveIns,
  'POST /api/move-ins': sendTable,
  'GET /api/move-ins/:moveInId': getMoveIn,
  'PUT /api/move-ins/:moveInId/columns': chooseColumns,
  'GET /api/move-ins/:moveInId/preview': previewMoveIn,
  'POST /api/move-ins/:moveInId/start': startMoveIn,
  'GET /api/move-ins/:moveInId/rejected.csv': read(
    {
      summary: 'The rejected rows of a file, to be fixed and imported again',
      may: getMoveIn.spec.may,
      input: NoInput,
      answer: CSV,
    },
    async ({ actor, params }) => {
      const id = pathId(params.moveInId);
      return csvResponse(`rejected-rows-${String(id)}.csv`, await rejectsFile(actor, id));
    },
  ),
};
