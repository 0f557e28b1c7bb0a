/** Follows the list as a page does: it listens, and loads the list again after a message or a lost connection. */
import type { Task } from '~/domain/tasks/model/task';
import { keepConnected } from '~/live/connection';
import type { Client } from './client';
import { openSocket } from './sockets';

export type ListFollower = {
  tasks(): Task[];
  /** The number of lost sockets. */
  losses(): number;
  close(): void;
};

const BURST_MS = 150;

export function followList(client: Client): ListFollower {
  let tasks: Task[] = [];
  let losses = 0;
  let isClosed = false;
  let burst: NodeJS.Timeout | undefined;

  const look = () => {
    client.get<Task[]>('/api/tasks').then(
      ({ status, body }) => {
        if (status === 200) tasks = body;
        else soon();
      },
      () => {
        soon();
      },
    );
  };
  const soon = () => {
    if (isClosed) return;
    clearTimeout(burst);
    burst = setTimeout(look, BURST_MS);
  };
  const connection = keepConnected({
    open: openSocket(client.origin, client.cookie()),
    onGreeting: soon,
    onMessage: soon,
    onLost: () => {
      losses += 1;
    },
    onSignedOut: () => undefined,
    onRefused: () => undefined,
    onUnreadable: () => undefined,
  });
  return {
    tasks: () => tasks,
    losses: () => losses,
    close: () => {
      isClosed = true;
      clearTimeout(burst);
      connection.stop();
    },
  };
}
