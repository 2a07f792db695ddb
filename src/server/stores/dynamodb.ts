import { createConfigurationError } from '../check.js';
import type { AttributeValue, DynamoDBClient, TableDescription } from '@aws-sdk/client-dynamodb';
import { PayError } from '../../error.js';
import { createCheckedStore } from './checked-store.js';
import { endSharedSilence } from './silence.js';
import { maxDueAheadMs, type OpenRecord, type Store } from './store.js';
import { readColumnInteger, readOpenRow, readRow, readColumnText } from './stored-value.js';
import { defaultTable } from './sql.js';

export type { ListPage, OpenRecord, Store, StoredRecord } from './store.js';

/** What is used of a `DynamoDBClient`. */
export interface DynamodbClient {
  send(command: never): Promise<unknown>;
  /** Closes the connections. The client opens new ones when it is used again. */
  destroy?(): void;
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
/** Each index by what it keeps in order: when orders are due, and their ids. */
const indexes = { due: 'due_at', open: 'order_id' } as const;
/** Orders of one table of which something is left to do are one partition of each index. */
const openPartition = 'due';
/** A query reads at most so many keys at once, and `BatchGetItem` takes at most so many. */
const [maxQuery, maxBatch] = [1000, 100] as const;

const nameOf = (error: unknown) => (error as { readonly name?: unknown } | null)?.name;

/** The SDK's commands, loaded when they are first needed: a project that has a client has them. */
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
 * Records in one DynamoDB table with the key `order_id` and two sparse indexes over what is left to do: `due` by time, and
 * `open` by id. A record has at most 390 KB. What has just become due may appear in the indexes a moment later, as in every
 * index of DynamoDB.
 */
export function dynamodbStore(
  client: DynamodbClient,
  { table = defaultTable }: DynamodbOptions = {},
): Required<Store> {
  if (typeof (client as Partial<DynamodbClient> | undefined)?.send !== 'function')
    throw createConfigurationError(
      'client',
      '`client` must be a DynamoDBClient of @aws-sdk/client-dynamodb.',
    );
  if (typeof table !== 'string' || !/^[\w.-]{3,255}$/.test(table))
    throw createConfigurationError(
      'table',
      '`table` must have 3 to 255 letters, digits, and nothing else but _ . and hyphens.',
    );
  const dynamodb = {
    send: ((command: never) =>
      endSharedSilence(
        client,
        () => client.send(command),
        () => client.destroy?.(),
      )) as DynamoDBClient['send'],
  };
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
          // Keys only: an index that holds the records would double the cost of each save.
          GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, order]) => ({
            IndexName,
            KeySchema: [
              { AttributeName: 'due', KeyType: 'HASH' },
              { AttributeName: order, KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          })),
        }),
      );
    } catch (error) {
      // Another process was faster.
      if (nameOf(error) !== 'ResourceInUseException') throw error;
    }
  }

  /** The keys of an index, in its order, until the caller has read enough. */
  async function* queryPages(
    index: keyof typeof indexes,
    condition: string,
    value: AttributeValue,
    limit: number,
  ) {
    const { QueryCommand } = await commands();
    let after: Record<string, AttributeValue> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await dynamodb.send(
        new QueryCommand({
          TableName: table,
          IndexName: index,
          KeyConditionExpression: `due = :due AND ${indexes[index]} ${condition} :value`,
          ExpressionAttributeValues: { ':due': { S: openPartition }, ':value': value },
          Limit: Math.min(limit, maxQuery),
          ...(after && { ExclusiveStartKey: after }),
        }),
      );
      after = LastEvaluatedKey;
      yield Items;
    } while (after);
  }

  /** Leases at most `limit` orders that are due by `condition`. */
  async function claim(condition: '<=' | '>', time: number, limit: number, leasedUntil: number) {
    const claimed: string[] = [];
    if (limit === 0) return claimed;
    for await (const items of queryPages('due', condition, { N: String(time) }, limit)) {
      const leased = await Promise.all(
        items.slice(0, limit - claimed.length).map(async (item) => {
          const id = readColumnText(item['order_id']?.S, 'order_id');
          const dueAt = String(readColumnInteger(item['due_at']?.N, 'due_at'));
          return (await lease(id, dueAt, leasedUntil)) ? [id] : [];
        }),
      );
      claimed.push(...leased.flat());
      if (claimed.length === limit) break;
    }
    return claimed;
  }

  /** The records of at most 100 orders, without those that are finished meanwhile. */
  async function readOpen(ids: readonly string[]): Promise<ReadonlyMap<string, OpenRecord>> {
    const { BatchGetItemCommand } = await commands();
    const open = new Map<string, OpenRecord>();
    // What does not fit into an answer of 16 MB is left for the next request.
    for (
      let Keys: Record<string, AttributeValue>[] = ids.map((id) => ({ order_id: { S: id } }));
      Keys.length > 0;
    ) {
      const { Responses, UnprocessedKeys } = await dynamodb.send(
        new BatchGetItemCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
      );
      for (const { order_id, record, due_at } of Responses?.[table] ?? []) {
        if (!due_at) continue;
        const row = readOpenRow({ order_id: order_id?.S, record: record?.S, due_at: due_at.N });
        open.set(row.orderId, row);
      }
      Keys = UnprocessedKeys?.[table]?.Keys ?? [];
    }
    return open;
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
        throw createConfigurationError(
          'record',
          '`record` has more than the 390 KB that an item of DynamoDB can hold.',
        );
      const { PutItemCommand } = await commands();
      const Item: Record<string, AttributeValue> = {
        order_id: { S: orderId },
        record: { S: record },
        version: { N: String(version) },
        writer: { S: crypto.randomUUID() },
        ...(dueAt !== null && { due: { S: openPartition }, due_at: { N: String(dueAt) } }),
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
      const due = await claim('<=', now, limit, now + leaseMs);
      return [...due, ...(await claim('>', now + maxDueAheadMs, limit - due.length, now + leaseMs))];
    },

    // No id has a NUL, so that all of them are after it.
    async list({ after = '\0', limit }) {
      const rows: OpenRecord[] = [];
      for await (const items of queryPages('open', '>', { S: after }, limit)) {
        for (let at = 0; at < items.length && rows.length < limit; at += maxBatch) {
          const ids = items
            .slice(at, at + maxBatch)
            .map(({ order_id }) => readColumnText(order_id?.S, 'order_id'));
          const open = await readOpen(ids);
          rows.push(...ids.flatMap((id) => open.get(id) ?? []));
        }
        if (rows.length >= limit) break;
      }
      return rows.slice(0, limit);
    },

    async migrate() {
      const until = Date.now() + migrationTimeoutMs;
      for (let found = await describe(); ; found = await describe()) {
        if (!found) await create();
        else {
          const made = found.GlobalSecondaryIndexes ?? [];
          const missing = Object.keys(indexes).find(
            (name) => !made.some(({ IndexName }) => IndexName === name),
          );
          if (missing !== undefined)
            throw createConfigurationError(
              'table',
              `The table has no index \`${missing}\`. Add it, or choose another \`table\`.`,
            );
          if (found.TableStatus !== 'CREATING' && made.every(({ IndexStatus }) => IndexStatus !== 'CREATING'))
            return;
        }
        if (Date.now() > until)
          throw new PayError('network', 'The table is still not ready after two minutes.', {
            retryable: true,
          });
        if (found) await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    },
  });
}
