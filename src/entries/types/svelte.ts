/**
 * The types of the tags in components, for Svelte. Once in a project:
 * `import type {} from 'pay-checkout/types/svelte'`.
 *
 * An event is `onpay-outcome={…}`, or `on:pay-outcome={…}` before Svelte 5.
 */
import type { HTMLAttributes } from 'svelte/elements';
import type { Handlers, Tags } from './tags.js';

type Props<Name extends keyof Tags> = HTMLAttributes<Tags[Name]['element']> &
  Tags[Name]['settings'] &
  Handlers<Tags[Name]['events'], 'on' | 'on:'>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pay-checkout': Props<'pay-checkout'>;
    'pay-result': Props<'pay-result'>;
  }
}
