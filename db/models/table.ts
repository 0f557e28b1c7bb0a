/**
 * Declares a table's columns once, for Sequelize with their types in SQL, and for TypeScript with the types
 * of rows.
 */
import {
  DataTypes,
  fn,
  literal,
  Model,
  type DataType,
  type FindOptions,
  type ModelAttributeColumnOptions,
  type ModelStatic,
  type Sequelize,
  type WhereOptions,
} from 'sequelize';

type Literal = ReturnType<typeof literal>;
type Expression = Literal | ReturnType<typeof fn>;

/** `value` and `optional` exist only as types. */
type Column<Value, IsOptional extends boolean> = ModelAttributeColumnOptions & {
  readonly value?: Value;
  readonly optional?: IsOptional;
};
type AnyColumn = Column<unknown, boolean>;
type Columns = Record<string, AnyColumn>;

const column = <Value>(type: DataType): Column<Value, false> => ({ type });

export const text = column<string>(DataTypes.TEXT);
export const uuid = column<string>(DataTypes.UUID);
export const integer = column<number>(DataTypes.INTEGER);
/** For counts and identities, which are small enough for numbers. */
export const bigint = column<number>(DataTypes.BIGINT);
export const double = column<number>(DataTypes.DOUBLE);
/** A text, because numbers would not be exact. */
export const decimal = (digits: number, behindPoint: number) =>
  column<string>(DataTypes.DECIMAL(digits, behindPoint));
export const boolean = column<boolean>(DataTypes.BOOLEAN);
export const instant = column<Date>(DataTypes.DATE);
export const day = column<string>(DataTypes.DATEONLY);
export const bytes = column<Buffer>(DataTypes.BLOB);
export const texts = column<string[]>(DataTypes.ARRAY(DataTypes.TEXT));
export const integers = column<number[]>(DataTypes.ARRAY(DataTypes.INTEGER));
export const bigints = column<number[]>(DataTypes.ARRAY(DataTypes.BIGINT));
export const json = <Value>() => column<Value>(DataTypes.JSONB);
/** One of the texts that the table's check allows. */
export const oneOf = <Value extends string>(..._values: Value[]) => column<Value>(DataTypes.TEXT);
export const someOf = <Value extends string>(..._values: Value[]) =>
  column<Value[]>(DataTypes.ARRAY(DataTypes.TEXT));

export const nullable = <Value>({ type }: Column<Value, boolean>): Column<Value | null, true> => ({ type });
/** May be left out of an insert, because the table has a default. */
export const preset = <Value>({ type }: Column<Value, boolean>): Column<Value, true> => ({ type });
export const key = <Value, IsOptional extends boolean>(
  of: Column<Value, IsOptional>,
): Column<Value, IsOptional> => ({ ...of, primaryKey: true });
/** A primary key that PostgreSQL numbers. */
export const identity = ({ type }: Column<number, boolean>): Column<number, true> => ({
  type,
  primaryKey: true,
  autoIncrement: true,
});
export const randomKey: Column<string, true> = {
  type: DataTypes.UUID,
  primaryKey: true,
  defaultValue: fn('gen_random_uuid'),
};

type ValueOf<Given> = Given extends Column<infer Value, boolean> ? Exclude<Value, undefined> : never;
type OptionalIn<Given extends Columns> = {
  [Name in keyof Given]: Given[Name] extends Column<unknown, false> ? never : Name;
}[keyof Given];
type RowOf<Given extends Columns> = { -readonly [Name in keyof Given]: ValueOf<Given[Name]> };
/** Values may also be expressions, such as the database's clock. */
type Writable<Row> = { [Name in keyof Row]: Row[Name] | Expression };
type NewRowOf<Given extends Columns> = Writable<
  Omit<RowOf<Given>, OptionalIn<Given>> & Partial<Pick<RowOf<Given>, OptionalIn<Given>>>
>;

/** A column as PostgreSQL prints it in JSON: an instant keeps its microseconds. */
type Printed<Name extends string> = { printed: Name };
/** The value of an SQL expression. */
type Computed<Name extends string, Value> = { name: Name; sql: string; value?: Value };

type Choice<Row> = (keyof Row & string) | Printed<keyof Row & string> | Computed<string, unknown>;
type Chosen<Row, Choices extends readonly unknown[]> = Pick<Row, Extract<Choices[number], keyof Row>> & {
  [Name in NamesOf<Choices> & keyof Row]: string | Extract<Row[Name], null>;
} & { [Each in Extract<Choices[number], Computed<string, unknown>> as Each['name']]: ComputedOf<Each> };
type NamesOf<Choices extends readonly unknown[]> = Extract<Choices[number], Printed<string>>['printed'];
type ComputedOf<Each> = Each extends Computed<string, infer Value> ? Exclude<Value, undefined> : never;

export const printed = <Name extends string>(name: Name): Printed<Name> => ({ printed: name });
export const computed =
  <Value>() =>
  <Name extends string>(name: Name, sql: string): Computed<Name, Value> => ({ name, sql });

type Options<Row> = Pick<FindOptions<Row>, 'where' | 'order' | 'limit' | 'lock'>;

type Table<Row extends object, NewRow extends object> = ModelStatic<Model<Row, NewRow> & Row> & {
  /** Returns plain rows with these columns only. */
  findRows: <const Choices extends readonly Choice<Row>[]>(
    choices: Choices,
    options?: Options<Row>,
  ) => Promise<Chosen<Row, Choices>[]>;
  findRow: <const Choices extends readonly Choice<Row>[]>(
    choices: Choices,
    options?: Options<Row>,
  ) => Promise<Chosen<Row, Choices> | null>;
  exists: (where: WhereOptions<Row>) => Promise<boolean>;
  /** The names of all columns, in the order of the table. */
  names: string[];
  /** The select list of a handwritten statement for these columns, from the table or its alias. */
  columns: (choices: readonly Choice<Row>[], alias?: string) => string;
  connectTo: (sequelize: Sequelize) => void;
};

/** Makes Sequelize's model of a table, without its timestamps: the database sets defaults and clocks. */
export function table<Given extends Columns>(
  tableName: string,
  columns: Given,
): Table<RowOf<Given>, NewRowOf<Given>>;
export function table(tableName: string, columns: Columns): unknown {
  return class extends Model {
    static names = Object.keys(columns);

    static connectTo(sequelize: Sequelize): void {
      // Copied because Sequelize changes the objects that it gets.
      const attributes = Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, { ...of }]));
      this.init(attributes, { sequelize, tableName, underscored: true, timestamps: false });
    }

    static findRows(choices: readonly Choice<object>[], options: FindOptions = {}): Promise<Model[]> {
      return this.findAll({ ...options, attributes: choices.map(attributeOf), raw: true });
    }

    static findRow(choices: readonly Choice<object>[], options: FindOptions = {}): Promise<Model | null> {
      return this.findOne({ ...options, attributes: choices.map(attributeOf), raw: true });
    }

    static async exists(where: WhereOptions): Promise<boolean> {
      return (await this.findOne({ where, attributes: [[literal('1'), 'one']], raw: true })) !== null;
    }

    static columns(choices: readonly Choice<object>[], alias?: string): string {
      return choices.map((choice) => sqlOf(choice, alias)).join(', ');
    }
  };
}

const attributeOf = (choice: Choice<object>): string | [Literal, string] =>
  typeof choice === 'string' ? choice : [literal(expressionOf(choice)), nameOf(choice)];

const sqlOf = (choice: Choice<object>, alias?: string) =>
  `${expressionOf(choice, alias)} as "${nameOf(choice)}"`;

const nameOf = (choice: Choice<object>): string =>
  typeof choice === 'string' ? choice : 'sql' in choice ? choice.name : choice.printed;

function expressionOf(choice: Choice<object>, alias?: string): string {
  if (typeof choice !== 'string' && 'sql' in choice) return choice.sql;
  const column = [...(alias ? [alias] : []), columnOf(nameOf(choice))].join('.');
  return typeof choice === 'string' ? column : `to_json(${column}) #>> '{}'`;
}

/** The same rule as Sequelize's `underscored`. */
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
