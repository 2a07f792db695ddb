import { css } from '@lit/reactive-element/css-tag.js';
import { html } from 'lit/html.js';
import { version } from '../../../version.js';
import { button } from '../styles/button.js';
import { fields } from '../styles/fields.js';
import { forcedColors } from '../styles/forced-colors.js';
import { host } from '../styles/host.js';
import { ownWidth } from '../styles/own-width.js';
import type { FormView } from '../form-view.js';
import { formTemplate } from '../template.js';
import { writeTemplate } from './write-template.js';

/** What a server renders the form with. */
type ServerFormData = Pick<FormView, 'price' | 'networks' | 'isTestMode' | 'language'>;

/** Shown when the script does not run. */
interface FallbackTexts {
  /** The script has not loaded for some time. */
  readonly late: string;
  /** Scripts are off. */
  readonly noScript: string;
}

/**
 * The late notice and the form's empty notice take no room. `hidden` hides the late notice where the page's policy forbids
 * these styles. `noscript` has element children only where scripts are off, and its notice then replaces the late one.
 */
const ownStyles = css`
  .notice {
    position: absolute;
  }
  .late,
  noscript p {
    contain: inline-size;
    color: var(--_danger);
    font: var(--_size) / 1.4 var(--_font);
  }
  .late[hidden] {
    display: block !important;
    max-height: 0;
    overflow: hidden;
    visibility: hidden;
    animation: late 0s 8s forwards;
  }
  noscript:has(p) ~ .late[hidden] {
    display: none !important;
  }
  @keyframes late {
    to {
      max-height: none;
      margin-top: 10px;
      visibility: visible;
    }
  }
`;

/**
 * The styles of what is there before the script: notices and skeletons are the script's. Exactly this text is the style
 * sheet, so that a content security policy can name its digest.
 */
const styleText = [host, ownWidth, fields, button, forcedColors, ownStyles]
  .map(({ cssText }) => cssText)
  .join('');

/**
 * Writes the server-rendered form: the payer can type before the script runs, but cannot submit. `data-of` names the
 * release that has written the form, and the last element proves that the whole form was parsed.
 */
export function writeForm(data: ServerFormData, { late, noScript }: FallbackTexts): string {
  const { tag: lang, direction: dir } = data.language;
  const parts = [
    formTemplate(createInitialView(data)),
    html`<noscript><p lang=${lang} dir=${dir}>${noScript}</p></noscript>`,
    html`<p class="late" hidden lang=${lang} dir=${dir}>${late}</p>`,
  ];
  // Lit takes no bindings in a style element, and what is in there needs no escaping.
  const content = `<style>${styleText}</style>${parts.map(writeTemplate).join('')}`;
  return `<template shadowrootmode="open"><div data-of="${version}">${content}</div></template>`;
}

const createInitialView = (data: ServerFormData): FormView => ({
  ...emptyView,
  ...data,
  state: { phase: 'ready' },
  canSubmit: true,
  isServerRendered: true,
  isWrittenByServer: true,
});

const ignore = () => undefined;

/** A form without input and without listeners. */
const emptyView = {
  canFetchIntent: false,
  hasStatusSource: false,
  paymentHistory: {},
  disabled: false,
  expiresAt: undefined,
  developerMessage: undefined,
  fields: {
    errors: {},
    validity: { network: undefined, networks: [] },
    isNetworkSettled: false,
    isAnnouncingErrors: true,
    isFocusKept: false,
  },
  on: { submit: ignore, input: ignore, blur: ignore, action: ignore },
} as const satisfies Partial<FormView>;
