/** A page as far as its list goes: it listens, and asks again when it hears of something or nobody has listened. */
import { WebSocket } from 'ws';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from './client';

export type ListFollower = {
  tasks(): Task[];
  /** How often its socket was lost. */
  losses(): number;
  close(): void;
};

// As app/live/use-live.ts has it.
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
    opening.on('error', () => undefined); // it closes as well
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
