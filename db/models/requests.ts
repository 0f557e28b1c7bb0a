/** What makes a request safe to repeat, and keeps what was typed when a session ends. */
import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type InitOptions,
} from 'sequelize';

export class IdempotencyKey extends Model<
  InferAttributes<IdempotencyKey>,
  InferCreationAttributes<IdempotencyKey>
> {
  declare userId: number;
  declare key: string;
  declare requestHash: Buffer;
  declare status: CreationOptional<number | null>;
  declare response: CreationOptional<unknown>;
  declare createdAt: CreationOptional<Date>;
}

export class Draft extends Model<InferAttributes<Draft>, InferCreationAttributes<Draft>> {
  declare id: CreationOptional<string>;
  declare userId: number;
  declare path: string;
  declare fields: Record<string, string[]>;
  declare createdAt: CreationOptional<Date>;
}

export function initRequests(options: InitOptions): void {
  IdempotencyKey.init(
    {
      userId: { type: DataTypes.INTEGER, primaryKey: true },
      key: { type: DataTypes.TEXT, primaryKey: true },
      requestHash: DataTypes.BLOB,
      status: DataTypes.SMALLINT,
      response: DataTypes.JSONB,
      createdAt: DataTypes.DATE,
    },
    { ...options, tableName: 'idempotency_keys' },
  );
  Draft.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      userId: DataTypes.INTEGER,
      path: DataTypes.TEXT,
      fields: DataTypes.JSONB,
      createdAt: DataTypes.DATE,
    },
    { ...options, tableName: 'drafts' },
  );
}
