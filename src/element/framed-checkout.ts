import { RemoteCardForm } from './frame/parent/remote-card-form.js';
import type { LocaleRegistry } from './i18n/locale-registry.js';
import type { PageMessages } from './i18n/messages.js';
import { CheckoutElement } from './checkout-element.js';
import type { BuildDependencies } from './register.js';

/**
 * `<pay-checkout>` for pages that only ever have the form in a frame: nothing of the form itself is loaded by the page.
 * Attributes, properties, events and methods are those of `PayCheckout`.
 */
export class FramedCheckout extends CheckoutElement<PageMessages> {
  /** What this build has outside the element's own file. Each entry sets it before it registers the element. @internal */
  declare static dependencies: Pick<BuildDependencies, 'loadChallenge' | 'loadMethods'> & {
    readonly locales: LocaleRegistry<PageMessages>;
  };

  /** @internal */
  protected override readonly cardForm = new RemoteCardForm(this, {
    events: this.events,
    control: this.control,
    challengeContext: this.challengeContext,
  });

  constructor() {
    super(FramedCheckout.dependencies);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.shadowRoot?.replaceChildren();
    const root = super.createRenderRoot();
    root.append(this.cardForm.render());
    return root;
  }
}
