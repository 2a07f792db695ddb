import { delay } from '../../browser/clock.js';

/** The companies' own scripts, each from its company's address. No digest can pin them, because they change. */
const scripts = {
  apple: {
    src: 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
    crossOrigin: 'anonymous',
  },
  // Samsung does not say that its script may be fetched with CORS.
  samsung: { src: 'https://img.mpay.samsung.com/gsmpi/sdk/samsungpay_web_sdk.js', crossOrigin: null },
} as const;

export type WalletScript = keyof typeof scripts;
export const walletScripts = Object.keys(scripts) as readonly WalletScript[];

/** The part of Trusted Types that is used: TypeScript has no types for it. A trusted address is no text. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

const policyName = 'pay-checkout-wallets';
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** Text where the policy cannot be made; then browsers refuse it if the page requires Trusted Types. */
function trust(address: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  try {
    policy ??= trustedTypes?.createPolicy(policyName, {
      createScriptURL: (url) => {
        if (!Object.values(scripts).some(({ src }) => src === url))
          throw new TypeError(`${url} is no wallet’s script.`);
        return url;
      },
    });
  } catch {
    // The page does not allow it, or another copy of this file has made it.
  }
  return policy?.createScriptURL(address) ?? address;
}

const loading = new Map<WalletScript, Promise<boolean>>();

/** Loads a script once for the page. Resolves with false if it does not load. */
function loadScript(name: WalletScript): Promise<boolean> {
  const before = loading.get(name);
  if (before) return before;
  const loaded = new Promise<boolean>((resolve) => {
    const { src, crossOrigin } = scripts[name];
    const script = document.createElement('script');
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
    script.crossOrigin = crossOrigin;
    try {
      script.src = trust(src);
    } catch {
      return resolve(false);
    }
    document.head.append(script);
  });
  loading.set(name, loaded);
  return loaded;
}

/** How long a wallet may take until it counts as not there. */
export const answerTimeoutMs = 10_000;
/** How often to look for the wallet of a script that has loaded. */
const pollMs = 100;

/**
 * Resolves with false if the script does not load, or brings no wallet in time.
 *
 * @param isThere Whether the script has brought its wallet, which a script may do only after it has loaded.
 */
export async function loadWalletScript(
  name: WalletScript,
  isThere: () => boolean = () => true,
): Promise<boolean> {
  if (!(await loadScript(name))) return false;
  for (let rest = answerTimeoutMs; rest > 0 && !isThere(); rest -= pollMs) await delay(pollMs);
  return isThere();
}

/** What a developer can do about a script that does not load, or does not start. */
export const writeScriptAdvice = (name: WalletScript): string => {
  const { src } = scripts[name];
  return `${src} did not load, or brought no wallet. If the page has a policy, add ${new URL(src).origin} to \`script-src\`, and ${policyName} to \`trusted-types\`.`;
};
