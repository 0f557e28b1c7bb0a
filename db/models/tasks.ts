/** Tasks, the lists they stand in, their signatures, their story and their archive. A task's attributes carry the names of the API. */
import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type InitOptions,
} from 'sequelize';

export class Task extends Model<InferAttributes<Task>, InferCreationAttributes<Task>> {
  declare id: CreationOptional<number>;
  declare type: string;
  declare location: string;
  declare address: string;
  declare invoice_number: string;
  declare part_numbers: string;
  declare notes: string;
  declare status: string;
  declare priority: string;
  declare need_by: Date | null;
  declare driver_id: number | null;
  declare completed_by_driver_id: number | null;
  declare transfer_to_driver_id: number | null;
  declare transfer_destination_location: string | null;
  declare transfer_destination_address: string | null;
  declare linked_task_id: number | null;
  declare dealership: string | null;
  declare destination_account_id: number | null;
  declare latitude: string | null;
  declare longitude: string | null;
  declare geo_precision: string | null;
  declare order_index: number | null;
  declare order_updated_at: Date | null;
  declare order_updated_by: number | null;
  declare attempts: CreationOptional<number>;
  declare failure_reason: string | null;
  declare created_by: number | null;
  declare created_at: CreationOptional<Date>;
  declare completed_at: Date | null;
  declare last_modifier_id: number | null;
  declare updated_at: CreationOptional<Date>;
  declare archived: CreationOptional<boolean>;
  declare version: CreationOptional<number>;
  declare seen_at: CreationOptional<Date | null>;
}

export class TaskList extends Model<InferAttributes<TaskList>, InferCreationAttributes<TaskList>> {
  declare ownerId: number;
  declare version: CreationOptional<number>;
}

export class TaskSignature extends Model<
  InferAttributes<TaskSignature>,
  InferCreationAttributes<TaskSignature>
> {
  declare taskId: number;
  declare image: Buffer;
  declare mediaType: string;
  declare signedBy: string | null;
  declare typed: boolean;
  declare createdAt: CreationOptional<Date>;
}

export class TaskEvent extends Model<InferAttributes<TaskEvent>, InferCreationAttributes<TaskEvent>> {
  declare id: CreationOptional<number>;
  declare taskId: number;
  declare actorId: number | null;
  declare action: string;
  declare changes: Record<string, unknown>;
  declare version: CreationOptional<number | null>;
  declare occurredAt: CreationOptional<Date>;
  declare createdAt: CreationOptional<Date>;
}

export class TaskArchiveSummary extends Model<
  InferAttributes<TaskArchiveSummary>,
  InferCreationAttributes<TaskArchiveSummary>
> {
  declare date: string;
  declare taskCount: number;
  declare driverCounts: Record<string, number>;
  declare updatedAt: CreationOptional<Date>;
}

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true } as const;

export function initTasks(options: InitOptions): void {
  Task.init(
    {
      id,
      type: DataTypes.TEXT,
      location: DataTypes.TEXT,
      address: DataTypes.TEXT,
      invoice_number: DataTypes.TEXT,
      part_numbers: DataTypes.TEXT,
      notes: DataTypes.TEXT,
      status: DataTypes.TEXT,
      priority: DataTypes.TEXT,
      need_by: DataTypes.DATE,
      driver_id: DataTypes.INTEGER,
      completed_by_driver_id: DataTypes.INTEGER,
      transfer_to_driver_id: DataTypes.INTEGER,
      transfer_destination_location: DataTypes.TEXT,
      transfer_destination_address: DataTypes.TEXT,
      linked_task_id: DataTypes.INTEGER,
      dealership: DataTypes.TEXT,
      destination_account_id: DataTypes.INTEGER,
      latitude: DataTypes.TEXT,
      longitude: DataTypes.TEXT,
      geo_precision: DataTypes.TEXT,
      order_index: DataTypes.INTEGER,
      order_updated_at: DataTypes.DATE,
      order_updated_by: DataTypes.INTEGER,
      attempts: DataTypes.INTEGER,
      failure_reason: DataTypes.TEXT,
      created_by: DataTypes.INTEGER,
      created_at: DataTypes.DATE,
      completed_at: DataTypes.DATE,
      last_modifier_id: DataTypes.INTEGER,
      updated_at: DataTypes.DATE,
      archived: DataTypes.BOOLEAN,
      version: DataTypes.INTEGER,
      seen_at: DataTypes.DATE,
    },
    { ...options, tableName: 'tasks' },
  );
  TaskList.init(
    { ownerId: { type: DataTypes.INTEGER, primaryKey: true }, version: DataTypes.BIGINT },
    { ...options, tableName: 'task_lists' },
  );
  TaskSignature.init(
    {
      taskId: { type: DataTypes.INTEGER, primaryKey: true },
      image: DataTypes.BLOB,
      mediaType: DataTypes.TEXT,
      signedBy: DataTypes.TEXT,
      typed: DataTypes.BOOLEAN,
      createdAt: DataTypes.DATE,
    },
    { ...options, tableName: 'task_signatures' },
  );
  TaskEvent.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      taskId: DataTypes.INTEGER,
      actorId: DataTypes.INTEGER,
      action: DataTypes.TEXT,
      changes: DataTypes.JSONB,
      version: DataTypes.INTEGER,
      occurredAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
    },
    { ...options, tableName: 'task_events' },
  );
  TaskArchiveSummary.init(
    {
      date: { type: DataTypes.DATEONLY, primaryKey: true },
      taskCount: DataTypes.INTEGER,
      driverCounts: DataTypes.JSONB,
      updatedAt: DataTypes.DATE,
    },
    { ...options, tableName: 'task_archive_summary' },
  );
}
