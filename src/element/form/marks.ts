import { html, svg, type SVGTemplateResult, type TemplateResult, nothing } from 'lit/html.js';
import { networkTable, type Network } from '../card/networks.js';
import type { FormMessages } from '../i18n/messages.js';

/** The payer's own word for a network, where the language has one. */
export const getNetworkName = ({ networks }: FormMessages, network: Network): string =>
  networks?.[network] ?? networkTable[network].label;

/** The mark of a network, with its name for those who cannot see it. */
export function renderNetworkMark(network: Network, messages: FormMessages): TemplateResult {
  const [background, ...shapes] = networkTable[network].mark;
  return html`<svg
    class="mark"
    width="33"
    height="22"
    viewBox="0 0 72 48"
    role="img"
    aria-label="${getNetworkName(messages, network)}"
  >
    <rect x=".75" y=".75" width="70.5" height="46.5" rx="7" fill="${background}"></rect>
    ${shapes.map(([color, path, lineWidth]) =>
      lineWidth
        ? svg`<path fill="none" stroke="${color}" stroke-width="${lineWidth}" d="${path}"></path>`
        : svg`<path fill="${color}" d="${path}"></path>`,
    )}
  </svg>`;
}

/** A card in outline, hidden from screen readers. */
const renderOutline = (inside: SVGTemplateResult): TemplateResult =>
  html`<svg
    class="mark line"
    width="33"
    height="22"
    viewBox="0 0 72 48"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <rect x="6" y="4" width="60" height="40" rx="6"></rect>
    ${inside}
  </svg>`;

/** A card whose network is not known yet. */
export const renderBlankCard = (): TemplateResult => renderOutline(svg`<path d="M6 16h60M16 32h14"></path>`);

/** Where the security code is: behind the signature, or on the front of an American Express card. */
export const renderCodePlace = (front: boolean): TemplateResult =>
  renderOutline(
    svg`<path d="${front ? 'M16 32h16' : 'M6 15h60M16 30h14'}"></path><path class="dots" d="${front ? 'M36 20h22' : 'M42 30h15'}"></path>`,
  );

const riyal =
  'M35 55.5q-1.5 3.5-2 7.5l21.5-4.5q1.5-3.5 1.5-7.5zm19.5-10.5q1.5-3.5 1.5-7.5l-16.5 3.5v-6.5l15-3q1.5-3.5 1.5-7.5l-16.5 3.5v-24q-3.5 2-6.5 5.5v20l-6.5 1.5v-30.5q-4 2-6.5 5.5v26.5l-15 3q-1.5 3.5-2 7l17-3.5v8.5l-18 4q-1.5 3-2 7l19-4q2-.5 3.5-2.5l3.5-5q.5-1 .5-2v-7.5l6.5-1v13.5z';

/**
 * Renders an amount with the sign of the Saudi riyal, which stands to the left of the digits in every language. Screen
 * readers read `name` after the digits instead of the sign.
 */
export const renderRiyals = (digits: string, name: string): TemplateResult =>
  html`<bdi dir="ltr"
    ><svg class="riyal" width="13" height="14" viewBox="0 0 57 63" aria-hidden="true">
      <path d="${riyal}"></path>
    </svg>
    <span .textContent=${digits}></span><span class="unseen" .textContent=${` ${name}`}></span
  ></bdi>`;

const iconPaths = { bad: 'M12 7v6M12 16.5v.5', good: 'M7.5 12.5l3 3 6-7', open: 'M12 7v5.5l3.5 2' } as const;

/** Shows the tone of a notice beside its color, for payers who do not see the color. */
export const renderNoticeIcon = (tone: keyof typeof iconPaths): TemplateResult =>
  html`<svg
    class="icon"
    width="22"
    height="22"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <circle cx="12" cy="12" r="10"></circle>
    <path d="${iconPaths[tone]}"></path>
  </svg>`;

/** Passed to `pay-methods.js`, so that the file brings no second copy of Lit. */
export const templateTools = { html, nothing, renderBlankCard, renderNetworkMark };

export type TemplateTools = typeof templateTools;
