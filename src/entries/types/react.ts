/**
 * The types of the tags in JSX, for React 19. Once in a project: `import type {} from 'pay-checkout/types/react'`.
 *
 * An event is `onpay-outcome={…}`. When React hydrates HTML from a server, React sets no property and adds no listener: then
 * write attributes (`base-url`, `intent-url`) and listen in a `ref`, or use the component of `pay-checkout/react`, which
 * sets properties and adds listeners itself. Earlier versions of React need that component.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Look, Handlers, Tags } from './tags.js';

type Props<Name extends keyof Tags> = DetailedHTMLProps<
  HTMLAttributes<Tags[Name]['element']>,
  Tags[Name]['element']
> &
  Tags[Name]['settings'] &
  Handlers<Tags[Name]['events'], 'on'>;

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- this is how an interface of another module grows
  interface CSSProperties extends Look {}
  // eslint-disable-next-line @typescript-eslint/no-namespace -- it is where React has them
  namespace JSX {
    interface IntrinsicElements {
      'pay-checkout': Props<'pay-checkout'>;
      'pay-result': Props<'pay-result'>;
    }
  }
}
