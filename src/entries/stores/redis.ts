/** The checkout's records in Redis or Valkey, by `redis` (node-redis) or `ioredis`. */
export {
  redisStore,
  type IoRedisClient,
  type NodeRedisClient,
  type RedisOptions,
} from '../../server/stores/redis.js';
export type { ListPage, OpenRecord, Store, StoredRecord } from '../../server/stores/store.js';
