/** The server's sign of life, which comes at long intervals. */
import { test } from 'vitest';
import { listenTo } from '../support/sockets';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

test('an open socket hears now and then that it is still one', async () => {
  const board = await listenTo(network.app.origin, { cookie: dispatcher.cookie() });
  await board.heard(({ type }) => type === 'HEARTBEAT');
  board.close();
});
