/** Follows the list as a page does: it listens, and loads the list again after a message or a lost connection. */
import { WebSocket } from 'ws';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from './client';

export type ListFollower = {
  tasks(): Task[];
  /** The number of lost sockets. */
  losses(): number;
  close(): void;
};

// app/live/use-live.ts has the same values.
const RECONNECT_MS = 2_000;
const JITTER_MS = 2_000;
const BURST_MS = 150;

export function followList(client: Client): ListFollower {
  let tasks: Task[] = [];
  let losses = 0;
  let isClosed = false;
  let socket: WebSocket | undefined;
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
  const connect = () => {
    if (isClosed) return;
    const opening = new WebSocket(`${client.origin.replace('http', 'ws')}/ws`, {
      headers: { cookie: client.cookie() },
    });
    socket = opening;
    opening.on('message', soon);
    opening.on('error', () => undefined); // the close event follows
    opening.on('close', () => {
      losses += 1;
      setTimeout(connect, RECONNECT_MS + Math.random() * JITTER_MS);
    });
  };
  connect();
  return {
    tasks: () => tasks,
    losses: () => losses,
    close: () => {
      isClosed = true;
      clearTimeout(burst);
      socket?.close();
    },
  };
}
