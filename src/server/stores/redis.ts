import { createConfigurationError } from '../check.js';
import { createCheckedStore } from './checked-store.js';
import { endSharedSilence } from './silence.js';
import { maxDueAheadMs, type Store } from './store.js';
import { readOpenRow, readRow, readColumnText } from './stored-value.js';

export type { ListPage, OpenRecord, Store, StoredRecord } from './store.js';

/** What is used of a client or a cluster of node-redis. */
export interface NodeRedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Whether its connection is established. */
  readonly isReady?: boolean;
  /** False once it was closed, also while it still waits for answers. */
  readonly isOpen?: boolean;
  connect?(): Promise<unknown>;
  /** Closes the connection without waiting; below version 5 its name is `disconnect`. */
  destroy?(): void;
  disconnect?(): unknown;
}

/** What is used of a client or a cluster of ioredis. */
export interface IoRedisClient {
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Only ioredis has it, by which the two are distinguished. */
  defineCommand: unknown;
  disconnect?(reconnect?: boolean): void;
}

export interface RedisOptions {
  /** What every key begins with, in braces; `pay_checkout` when omitted. Letters, digits and `_ . : -`, at most 64. */
  readonly prefix?: string | undefined;
}

/**
 * Replaces a connection that has fallen silent, or whose server takes no writes any more. The driver itself would wait for
 * the system: each command that it sends starts its own clock again.
 */
function reconnect(client: NodeRedisClient | IoRedisClient): void {
  if ('defineCommand' in client) {
    client.disconnect?.(true);
  } else if (client.isReady === true && client.isOpen !== false && client.connect) {
    if (client.destroy) client.destroy();
    else client.disconnect?.();
    // The driver tries again, and emits what fails as `error`.
    client.connect().catch(() => undefined);
  }
}

/** Scripts always ask the primary, and nothing else runs while one does. */
const loadScript = `return redis.call('HMGET', KEYS[1], 'record', 'version')`;

/**
 * A client may repeat a command whose response was lost (ioredis does). The `writer` id lets the repeat recognize its own
 * write.
 */
const saveScript = `
local current = redis.call('HGET', KEYS[1], 'version') or '0'
if current == ARGV[2] and redis.call('HGET', KEYS[1], 'writer') == ARGV[5] then return 1 end
if current ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'record', ARGV[3], 'version', ARGV[2], 'writer', ARGV[5])
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[2], ARGV[6])
  redis.call('ZREM', KEYS[3], ARGV[6])
else
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[6])
  redis.call('ZADD', KEYS[3], '0', ARGV[6])
end
return 1`;

const claimDueScript = `
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', '0', ARGV[2])
local ahead = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[4], '+inf', 'LIMIT', '0', ARGV[2] - #ids)
for _, id in ipairs(ahead) do ids[#ids + 1] = id end
for _, id in ipairs(ids) do redis.call('ZADD', KEYS[1], ARGV[3], id) end
return ids`;

/**
 * The sorted set of the ids has one score, so that Redis orders them by their bytes. What every order's key begins with is
 * itself given as a key, because a client may put a prefix (`keyPrefix` of ioredis) before each key.
 */
const listScript = `
local ids = redis.call('ZRANGEBYLEX', KEYS[1], ARGV[1], '+', 'LIMIT', '0', ARGV[2])
local rows = {}
for at, id in ipairs(ids) do
  rows[at] = { id, redis.call('HGET', KEYS[3] .. id, 'record'), redis.call('ZSCORE', KEYS[2], id) }
end
return rows`;

/** Empty if the user of the connection may not read it. */
const infoScript = `
local info = redis.pcall('INFO', 'memory')
return type(info) == 'string' and info or ''`;

/** A server that a failover has made a replica keeps its connections. */
const isReplica = (error: unknown) => /\bREADONLY\b/.test(String(error));

/**
 * Records in Redis 5 or Valkey and later: a hash for each order, and two sorted sets of what is left to do. All keys are in
 * one slot, so that a cluster can run the scripts; one shop's records are then on one node.
 *
 * When not to use it: Redis confirms a write before it is on a disk or a replica, unless it is configured otherwise.
 */
export function redisStore(
  client: NodeRedisClient | IoRedisClient,
  { prefix = 'pay_checkout' }: RedisOptions = {},
): Required<Store> {
  if (typeof (client as Partial<NodeRedisClient> | undefined)?.eval !== 'function')
    throw createConfigurationError('client', '`client` must be a client of redis (node-redis) or ioredis.');
  if (typeof prefix !== 'string' || !/^[\w.:-]{1,64}$/.test(prefix))
    throw createConfigurationError(
      'prefix',
      '`prefix` must have 1 to 64 letters, digits, and nothing else but _ . : and hyphens.',
    );
  const orderKey = (orderId: string) => `{${prefix}}:order:${orderId}`;
  const dueKey = `{${prefix}}:due`;
  const openKey = `{${prefix}}:open`;
  const run = async (script: string, keys: string[], values: readonly (string | number)[] = []) => {
    const texts = values.map(String);
    const send = async () =>
      'defineCommand' in client
        ? client.eval(script, keys.length, ...keys, ...texts)
        : client.eval(script, { keys, arguments: texts });
    return endSharedSilence(client, send, () => reconnect(client), isReplica);
  };

  return createCheckedStore({
    async load(orderId) {
      const [record, version] = (await run(loadScript, [orderKey(orderId)])) as unknown[];
      return readRow(version === null ? undefined : { record, version: readColumnText(version, 'version') });
    },
    async save(orderId, record, version, dueAt) {
      const values = [version - 1, version, record, dueAt ?? '', crypto.randomUUID(), orderId];
      return Number(await run(saveScript, [orderKey(orderId), dueKey, openKey], values)) === 1;
    },
    async claimDue(now, limit, leaseMs) {
      const values = [now, limit, now + leaseMs, now + maxDueAheadMs];
      const ids = (await run(claimDueScript, [dueKey], values)) as unknown[];
      return ids.map((id) => readColumnText(id, 'order_id'));
    },
    async list({ after, limit }) {
      const values = [after === undefined ? '-' : `(${after}`, limit];
      const rows = (await run(listScript, [openKey, dueKey, orderKey('')], values)) as unknown[][];
      return rows.map(([order_id, record, due_at]) => readOpenRow({ order_id, record, due_at }));
    },
    async migrate() {
      // Keys are made when they are first written. An order that Redis has deleted could be paid a second time.
      const [, policy] = /maxmemory_policy:(allkeys-\S+)/.exec(String(await run(infoScript, [dueKey]))) ?? [];
      if (policy !== undefined)
        throw createConfigurationError(
          'client',
          `This Redis may delete orders: its \`maxmemory-policy\` is \`${policy}\`. Set it to \`noeviction\`.`,
        );
    },
  });
}
