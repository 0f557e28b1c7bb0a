/** A connection of the pool. Statements that do not need each other's answers share a round trip. */
import pg from 'pg';
import { DatabaseError } from 'sequelize';
import { FOR_REQUESTS } from './session';
import type { Bound } from './statement';

/** Parts of pg's connection that its types leave out. */
type Messages = {
  parse(statement: { text: string }): void;
  bind(): void;
  execute(): void;
};

// The statement is not prepared, is prepared already, or returns other columns since a migration.
const NOT_AS_PREPARED = new Set(['26000', '42P05', '0A000']);

/** A prepared statement is no longer valid. It can run unprepared, or on another connection. */
export class StatementLost extends Error {}

export class PoolClient extends pg.Client {
  protected readonly settings: string = FOR_REQUESTS;
  /** Also set by Sequelize: the pool replaces this connection instead of using it again. */
  _invalid?: boolean;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true });
    // Sent before the first statement of the pool, without waiting for the answer.
    this.once('connect', () => {
      this.query(this.settings).catch(() => {
        this._invalid = true;
      });
    });
  }

  /**
   * Begins a transaction together with the next statement. If BEGIN fails, PostgreSQL skips that statement,
   * because only the statement ends the series of messages. The result is then a list of two, and the last
   * one belongs to the statement.
   */
  beginWithNext(): void {
    const messages = this.connection as unknown as Messages;
    messages.parse({ text: 'begin' });
    messages.bind();
    messages.execute();
  }

  /** @throws Sequelize's error, whose `parent` is the error of PostgreSQL or of the connection. */
  async ask<Row extends object>({ name, ...query }: Bound): Promise<Row[]> {
    try {
      const result: pg.QueryResult<Row> | pg.QueryResult<Row>[] = await this.query<Row>(
        name === undefined ? query : { ...query, name },
      );
      return [result].flat().at(-1)?.rows ?? [];
    } catch (error) {
      const cause = error as Error & { code?: string; sql: string };
      const isLost = name !== undefined && NOT_AS_PREPARED.has(cause.code ?? '');
      if (isLost || cause.message === 'Query read timeout') this._invalid = true;
      throw isLost ? new StatementLost(cause.message, { cause }) : new DatabaseError(cause);
    }
  }
}
