/** A response in JSON, or without a body. No cache may keep it. */
export const respondJson = (status: number, body?: object, headers: Record<string, string> = {}): Response =>
  new Response(body && JSON.stringify(body), {
    status,
    headers: { 'cache-control': 'no-store', ...(body && { 'content-type': 'application/json' }), ...headers },
  });

export const respondWithError = (
  status: number,
  type: string,
  message: string,
  headers?: Record<string, string>,
): Response => respondJson(status, { type, message }, headers);
