import type { AttributeValue, DynamoDBClient, TableDescription } from '@aws-sdk/client-dynamodb';
import { PayError } from '../../error.js';
import { createCheckedStore } from './checked-store.js';
import type { Store } from './store.js';
import { readColumnInteger, readRow, readColumnText } from './stored-value.js';
import { defaultTable } from './table-name.js';

/** What is used of a `DynamoDBClient`. */
export interface DynamodbClient {
  send(command: never): Promise<unknown>;
}

export interface DynamodbOptions {
  /** The table's name; `pay_checkout_orders` when omitted. 3 to 255 letters, digits and `_ . -`. */
  readonly table?: string | undefined;
}

/** An item may have 400 KB; the id, the index and the names of the attributes need some of it. */
const longestRecordBytes = 390 * 1024;
/** A table is there within seconds. */
const migrationTimeoutMs = 120_000;
const pollMs = 250;
const dueIndex = 'due';
/** Orders of one table that are due are one partition of the index, which keeps them in order. */
const duePartition = 'due';

const nameOf = (error: unknown) => (error as { readonly name?: unknown } | null)?.name;

/** The SDK's commands, loaded when they are first needed: whoever has a client has them. */
async function loadCommands() {
  try {
    return await import('@aws-sdk/client-dynamodb');
  } catch (cause) {
    throw new PayError('configuration', '`@aws-sdk/client-dynamodb` cannot be loaded. Install it with npm.', {
      field: 'client',
      cause,
    });
  }
}

/**
 * Records in one DynamoDB table with the key `order_id` and a sparse index `due` over what is due. A record has at most
 * 390 KB. What has just become due may appear in the index a moment later, as in every index of DynamoDB.
 */
export function dynamodbStore(client: DynamodbClient, { table = defaultTable }: DynamodbOptions = {}): Store {
  if (typeof (client as Partial<DynamodbClient> | undefined)?.send !== 'function')
    throw new PayError('configuration', '`client` must be a DynamoDBClient of @aws-sdk/client-dynamodb.', {
      field: 'client',
    });
  if (typeof table !== 'string' || !/^[\w.-]{3,255}$/.test(table))
    throw new PayError(
      'configuration',
      '`table` must have 3 to 255 letters, digits, and nothing else but _ . and hyphens.',
      {
        field: 'table',
      },
    );
  const dynamodb = client as unknown as DynamoDBClient;
  let loading: ReturnType<typeof loadCommands> | undefined;
  const commands = () => (loading ??= loadCommands());

  /** Whether a conditional write was made. */
  async function tryWrite(write: Promise<unknown>): Promise<boolean> {
    try {
      await write;
      return true;
    } catch (error) {
      if (nameOf(error) === 'ConditionalCheckFailedException') return false;
      throw error;
    }
  }

  async function lease(id: string, dueAt: string, leasedUntil: number): Promise<boolean> {
    const { UpdateItemCommand } = await commands();
    return tryWrite(
      dynamodb.send(
        new UpdateItemCommand({
          TableName: table,
          Key: { order_id: { S: id } },
          UpdateExpression: 'SET due_at = :until',
          // As it was seen: neither another process nor a save has moved it since.
          ConditionExpression: 'due_at = :seen',
          ExpressionAttributeValues: { ':until': { N: String(leasedUntil) }, ':seen': { N: dueAt } },
        }),
      ),
    );
  }

  async function describe(): Promise<TableDescription | undefined> {
    const { DescribeTableCommand } = await commands();
    try {
      return (await dynamodb.send(new DescribeTableCommand({ TableName: table }))).Table;
    } catch (error) {
      if (nameOf(error) === 'ResourceNotFoundException') return undefined;
      throw error;
    }
  }

  async function create(): Promise<void> {
    const { CreateTableCommand } = await commands();
    try {
      await dynamodb.send(
        new CreateTableCommand({
          TableName: table,
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: [
            { AttributeName: 'order_id', AttributeType: 'S' },
            { AttributeName: 'due', AttributeType: 'S' },
            { AttributeName: 'due_at', AttributeType: 'N' },
          ],
          KeySchema: [{ AttributeName: 'order_id', KeyType: 'HASH' }],
          GlobalSecondaryIndexes: [
            {
              IndexName: dueIndex,
              KeySchema: [
                { AttributeName: 'due', KeyType: 'HASH' },
                { AttributeName: 'due_at', KeyType: 'RANGE' },
              ],
              Projection: { ProjectionType: 'KEYS_ONLY' },
            },
          ],
        }),
      );
    } catch (error) {
      // Another process was faster.
      if (nameOf(error) !== 'ResourceInUseException') throw error;
    }
  }

  return createCheckedStore({
    async load(orderId) {
      const { GetItemCommand } = await commands();
      const { Item } = await dynamodb.send(
        new GetItemCommand({ TableName: table, Key: { order_id: { S: orderId } }, ConsistentRead: true }),
      );
      return readRow(Item && { record: Item['record']?.S, version: Item['version']?.N });
    },

    async save(orderId, record, version, dueAt) {
      if (new TextEncoder().encode(record).length > longestRecordBytes)
        throw new PayError(
          'configuration',
          '`record` has more than the 390 KB that an item of DynamoDB can hold.',
          {
            field: 'record',
          },
        );
      const { PutItemCommand } = await commands();
      const Item: Record<string, AttributeValue> = {
        order_id: { S: orderId },
        record: { S: record },
        version: { N: String(version) },
        writer: { S: crypto.randomUUID() },
        ...(dueAt !== null && { due: { S: duePartition }, due_at: { N: String(dueAt) } }),
      };
      // The SDK sends a request again whose answer was lost: by its mark, the second one finds that the first has written.
      const mine = '(version = :version AND writer = :writer)';
      const before = version === 1 ? 'attribute_not_exists(order_id)' : 'version = :before';
      const values = { ':version': Item['version'], ':writer': Item['writer'] } as Record<
        string,
        AttributeValue
      >;
      if (version > 1) values[':before'] = { N: String(version - 1) };
      return tryWrite(
        dynamodb.send(
          new PutItemCommand({
            TableName: table,
            Item,
            ConditionExpression: `${before} OR ${mine}`,
            ExpressionAttributeValues: values,
          }),
        ),
      );
    },

    async claimDue(now, limit, leaseMs) {
      const { QueryCommand } = await commands();
      const claimed: string[] = [];
      let after: Record<string, AttributeValue> | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await dynamodb.send(
          new QueryCommand({
            TableName: table,
            IndexName: dueIndex,
            KeyConditionExpression: 'due = :due AND due_at <= :now',
            ExpressionAttributeValues: { ':due': { S: duePartition }, ':now': { N: String(now) } },
            Limit: Math.min(limit - claimed.length, 1000),
            ...(after && { ExclusiveStartKey: after }),
          }),
        );
        after = LastEvaluatedKey;
        const leased = await Promise.all(
          Items.map(async (item) => {
            const id = readColumnText(item['order_id']?.S, 'order_id');
            const dueAt = String(readColumnInteger(item['due_at']?.N, 'due_at'));
            return (await lease(id, dueAt, now + leaseMs)) ? [id] : [];
          }),
        );
        claimed.push(...leased.flat());
      } while (after && claimed.length < limit);
      return claimed;
    },

    async migrate() {
      const until = Date.now() + migrationTimeoutMs;
      for (let found = await describe(); ; found = await describe()) {
        if (!found) await create();
        else if (!found.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === dueIndex))
          throw new PayError(
            'configuration',
            'The table has no index `due`. Add it, or choose another `table`.',
            {
              field: 'table',
            },
          );
        else if (
          found.TableStatus !== 'CREATING' &&
          found.GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus !== 'CREATING')
        )
          return;
        if (Date.now() > until)
          throw new PayError('network', 'The table is still not ready after two minutes.', {
            retryable: true,
          });
        if (found) await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    },
  });
}
