/** Users and how they prove who they are. */
import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type InitOptions,
} from 'sequelize';

export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: CreationOptional<number>;
  declare username: string;
  declare passwordHash: string;
  declare mustChangePassword: CreationOptional<boolean>;
  declare isNew: CreationOptional<boolean>;
  declare roles: string[];
  declare name: string;
  declare email: string | null;
  declare phone: string | null;
  declare dealerships: string[];
  declare deactivatedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export class ApiToken extends Model<InferAttributes<ApiToken>, InferCreationAttributes<ApiToken>> {
  declare id: CreationOptional<number>;
  declare userId: number;
  declare name: string;
  declare tokenHash: Buffer;
  declare createdAt: CreationOptional<Date>;
  declare expiresAt: CreationOptional<Date | null>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;
}

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true } as const;

export function initPeople(options: InitOptions): void {
  User.init(
    {
      id,
      username: DataTypes.TEXT,
      passwordHash: DataTypes.TEXT,
      mustChangePassword: DataTypes.BOOLEAN,
      isNew: DataTypes.BOOLEAN,
      roles: DataTypes.ARRAY(DataTypes.TEXT),
      name: DataTypes.TEXT,
      email: DataTypes.TEXT,
      phone: DataTypes.TEXT,
      dealerships: DataTypes.ARRAY(DataTypes.TEXT),
      deactivatedAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
      updatedAt: DataTypes.DATE,
    },
    { ...options, tableName: 'users' },
  );
  ApiToken.init(
    {
      id,
      userId: DataTypes.INTEGER,
      name: DataTypes.TEXT,
      tokenHash: DataTypes.BLOB,
      createdAt: DataTypes.DATE,
      expiresAt: DataTypes.DATE,
      lastUsedAt: DataTypes.DATE,
      revokedAt: DataTypes.DATE,
    },
    { ...options, tableName: 'api_tokens' },
  );
}
