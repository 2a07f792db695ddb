/** The checkout's records in DynamoDB, by the AWS SDK. */
export { dynamodbStore, type DynamodbClient, type DynamodbOptions } from '../../server/stores/dynamodb.js';
export type { ListPage, OpenRecord, Store, StoredRecord } from '../../server/stores/store.js';
