/**
 * The types of the tags in templates, for Vue 3. Once in a project: `import type {} from 'pay-checkout/types/vue'`;
 * and tell the compiler that they are no components: `isCustomElement: (tag) => tag.startsWith('pay-')`.
 *
 * An event is `@pay-outcome="…"`. Functions and objects are set as `:fetchIntent` and `:metadata`, spelled as here:
 * `:fetch-intent` would make an attribute of the function.
 */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { Tags } from './tags.js';

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Name>;

/** `@pay-outcome` is `onPayOutcome` to the compiler. */
type Handlers<Events> = {
  [Name in keyof Events & string as `on${Camel<Name>}`]?: ((event: Events[Name]) => void) | undefined;
};

type Component<Name extends keyof Tags> = new () => Tags[Name]['element'] & {
  $props: HTMLAttributes & PublicProps & Tags[Name]['settings'] & Handlers<Tags[Name]['events']>;
};

declare module 'vue' {
  interface GlobalComponents {
    'pay-checkout': Component<'pay-checkout'>;
    'pay-result': Component<'pay-result'>;
  }
}
