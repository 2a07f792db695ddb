/** Why a token is refused. The message is for the shop's developer, and repeats nothing of the token. */
export class TokenError extends Error {
  readonly isSignedByShop: boolean;

  constructor(
    readonly type: 'invalid_token' | 'token_expired' | 'order_changed' | 'keys_unavailable',
    message: string,
    /** Whether the signature was right: then the shop's own code has to change. */
    { isSignedByShop = false }: { readonly isSignedByShop?: boolean } = {},
  ) {
    super(message);
    this.isSignedByShop = isSignedByShop;
  }

  get status(): 401 | 409 | 410 | 503 {
    switch (this.type) {
      case 'invalid_token':
        return 401;
      case 'token_expired':
        return 410;
      case 'order_changed':
        return 409;
      case 'keys_unavailable':
        return 503;
      default:
        return this.type satisfies never;
    }
  }
}
