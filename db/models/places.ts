/** Where parts come from and go to. */
import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type InitOptions,
} from 'sequelize';

export class DealershipLocation extends Model<
  InferAttributes<DealershipLocation>,
  InferCreationAttributes<DealershipLocation>
> {
  declare name: string;
  declare fullname: string;
  declare address: string;
  declare city: string;
  declare state: string;
  declare zipCode: string;
  declare latitude: string | null;
  declare longitude: string | null;
  declare createdAt: CreationOptional<Date>;
}

export class Account extends Model<InferAttributes<Account>, InferCreationAttributes<Account>> {
  declare id: CreationOptional<number>;
  declare name: string;
  declare phone: string;
  declare accountType: string;
  declare version: CreationOptional<number>;
  declare deletedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

export class AccountAddress extends Model<
  InferAttributes<AccountAddress>,
  InferCreationAttributes<AccountAddress>
> {
  declare id: CreationOptional<number>;
  declare accountId: number;
  declare name: string;
  declare address: string;
  declare city: string;
  declare state: string;
  declare zipCode: string;
  declare isDefault: boolean;
  declare latitude: string | null;
  declare longitude: string | null;
  declare geoPrecision: string | null;
  declare version: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true } as const;
const coordinates = { latitude: DataTypes.DECIMAL(10, 8), longitude: DataTypes.DECIMAL(11, 8) };

export function initPlaces(options: InitOptions): void {
  DealershipLocation.init(
    {
      name: { type: DataTypes.TEXT, primaryKey: true },
      fullname: DataTypes.TEXT,
      address: DataTypes.TEXT,
      city: DataTypes.TEXT,
      state: DataTypes.TEXT,
      zipCode: DataTypes.TEXT,
      ...coordinates,
      createdAt: DataTypes.DATE,
    },
    { ...options, tableName: 'dealership_locations' },
  );
  Account.init(
    {
      id,
      name: DataTypes.TEXT,
      phone: DataTypes.TEXT,
      accountType: DataTypes.TEXT,
      version: DataTypes.INTEGER,
      deletedAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
      updatedAt: DataTypes.DATE,
    },
    { ...options, tableName: 'accounts' },
  );
  AccountAddress.init(
    {
      id,
      accountId: DataTypes.INTEGER,
      name: DataTypes.TEXT,
      address: DataTypes.TEXT,
      city: DataTypes.TEXT,
      state: DataTypes.TEXT,
      zipCode: DataTypes.TEXT,
      isDefault: DataTypes.BOOLEAN,
      ...coordinates,
      geoPrecision: DataTypes.TEXT,
      version: DataTypes.INTEGER,
      createdAt: DataTypes.DATE,
      updatedAt: DataTypes.DATE,
    },
    { ...options, tableName: 'account_addresses' },
  );
}
