/** Decides which connections of the port for printers are read, and which wait. Pure. */

/** Connections that are read at once. What others send stays unread. */
const MOST_AT_ONCE = 32;
const MOST_PER_ADDRESS = 8;
/** Places that each source can always have. */
const RESERVED = 4;
/** Spoolers open far fewer. Each that waits takes memory of the server. */
export const MOST_OF_ADDRESS = 1_000;
export const MOST_OF_SOURCE = 2_000;

export type Sender = { sourceId: number; address: string };

type Places<Connection extends Sender> = {
  /** Connections that are read and connections that wait. */
  size: () => number;
  /** @returns false for one too many, which is not taken. */
  enter: (connection: Connection) => boolean;
  leave: (connection: Connection) => void;
  /** Gives places to those that wait, first come first. @param sourceIds all that take documents. */
  advance: (sourceIds: number[]) => Connection[];
  waits: (connection: Connection) => boolean;
  waiting: () => Connection[];
  read: () => Connection[];
};

export function printPlaces<Connection extends Sender>(): Places<Connection> {
  const waiting = new Set<Connection>();
  const read = new Set<Connection>();
  const all = { addresses: counts<string>(), sources: counts<number>() };
  const places = { addresses: counts<string>(), sources: counts<number>() };
  const add = (to: typeof all, { address, sourceId }: Sender, change: 1 | -1) => {
    to.addresses.add(address, change);
    to.sources.add(sourceId, change);
  };

  function hasPlace({ address, sourceId }: Sender, sourceIds: number[]): boolean {
    if (places.addresses.of(address) >= MOST_PER_ADDRESS) return false;
    if (places.sources.of(sourceId) < RESERVED) return true;
    const keptFree = sourceIds
      .filter((id) => id !== sourceId)
      .reduce((sum, id) => sum + Math.max(0, RESERVED - places.sources.of(id)), 0);
    return read.size + keptFree < MOST_AT_ONCE;
  }

  return {
    size: () => waiting.size + read.size,
    enter: (connection) => {
      const { address, sourceId } = connection;
      if (all.addresses.of(address) >= MOST_OF_ADDRESS || all.sources.of(sourceId) >= MOST_OF_SOURCE)
        return false;
      add(all, connection, 1);
      waiting.add(connection);
      return true;
    },
    leave: (connection) => {
      if (read.delete(connection)) add(places, connection, -1);
      else if (!waiting.delete(connection)) return;
      add(all, connection, -1);
    },
    advance: (sourceIds) => {
      const given: Connection[] = [];
      for (const connection of waiting) {
        if (!hasPlace(connection, sourceIds)) continue;
        waiting.delete(connection);
        read.add(connection);
        add(places, connection, 1);
        given.push(connection);
      }
      return given;
    },
    waits: (connection) => waiting.has(connection),
    waiting: () => [...waiting],
    read: () => [...read],
  };
}

function counts<Key>() {
  const map = new Map<Key, number>();
  const of = (key: Key) => map.get(key) ?? 0;
  return {
    of,
    add: (key: Key, change: number) => {
      if (of(key) + change === 0) map.delete(key);
      else map.set(key, of(key) + change);
    },
  };
}
