/** For tests in a browser: fakes of the wallets' own objects, as strict as the documentation of Apple and Samsung. */
export { installApplePay, type FakeApplePayOptions } from '../../testing/wallets/apple-pay.js';
export { installSamsungPay, type FakeSamsungPayOptions } from '../../testing/wallets/samsung-pay.js';
export type { FakeWallet, ShownSheet, WalletCard } from '../../testing/wallets/fake-wallet.js';
export type { SheetEnd } from '../../testing/wallets/press.js';
