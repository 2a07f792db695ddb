/** The companies' own scripts, each from its company's address. No digest can pin them, because they change. */
const addresses = {
  apple: 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
  samsung: 'https://img.mpay.samsung.com/gsmpi/sdk/samsungpay_web_sdk.js',
} as const;

export type WalletScript = keyof typeof addresses;

const loading = new Map<WalletScript, Promise<boolean>>();

/** Loads a script once for the page. Resolves with false if it does not load. */
export function loadWalletScript(name: WalletScript): Promise<boolean> {
  const before = loading.get(name);
  if (before) return before;
  const loaded = new Promise<boolean>((resolve) => {
    const script = document.createElement('script');
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
    try {
      script.src = addresses[name];
      script.crossOrigin = 'anonymous';
      document.head.append(script);
    } catch {
      // The page's policy for scripts allows no address that a script sets.
      resolve(false);
    }
  });
  loading.set(name, loaded);
  return loaded;
}
