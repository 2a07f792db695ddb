import type { PayCheckout } from '../element.js';
import type { PayResult } from '../../element/pay-result.js';
import type { CustomPropertyName } from '../../element/frame/custom-properties.js';
import type { properties, reflectedProperties } from '../../element/settings.js';

/** `publishableKey` is the attribute `publishable-key`. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name;

/** How Lit's `properties` mark a property without an attribute. */
type NoAttribute = 'object' | { readonly attribute: boolean };

/** A template may write a number in digits. */
type TemplateValue<T> = T | (number extends T ? `${bigint}` : never) | undefined;

/** What a page may set: each property under its own name, and those that have an attribute under that name too. */
type Settings<Element, Declared> = {
  [Name in keyof Element & keyof Declared]?: TemplateValue<Element[Name]>;
} & {
  [
    Name in keyof Element & keyof Declared & string as Declared[Name] extends NoAttribute
      ? never
      : Kebab<Name>
  ]?: TemplateValue<Element[Name]>;
};

/** Must be written, under one of its names. The value may come later. */
type Written<Element, Name extends keyof Element & string> =
  { [Key in Name]: Element[Name] } | { [Key in Kebab<Name>]: Element[Name] };

type PayEvents = {
  [
    Name in keyof HTMLElementEventMap as Name extends `pay-${string}` ? Name : never
  ]: HTMLElementEventMap[Name];
};

/** Handlers under the names that a framework gives them: `on` in front, or another prefix. */
export type Handlers<Events, Prefix extends string> = {
  [Name in keyof Events & string as `${Prefix}${Name}`]?: ((event: Events[Name]) => void) | undefined;
};

/** What can be set on each tag, derived from its class, so that no second list has to be kept in step. */
export interface Tags {
  'pay-checkout': {
    readonly element: PayCheckout;
    readonly settings: Settings<PayCheckout, typeof properties & typeof reflectedProperties> &
      Written<PayCheckout, 'baseUrl'> &
      Written<PayCheckout, 'publishableKey'>;
    readonly events: PayEvents;
  };
  'pay-result': {
    readonly element: PayResult;
    readonly settings: Settings<PayResult, typeof PayResult.properties>;
    readonly events: Pick<PayEvents, 'pay-outcome' | 'pay-error'>;
  };
}

/** For types of a style that know no custom properties. */
export type Look = { readonly [Name in CustomPropertyName]?: string | number | undefined };
