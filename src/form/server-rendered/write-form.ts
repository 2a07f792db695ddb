import { css } from '@lit/reactive-element/css-tag.js';
import { html } from 'lit/html.js';
import { version } from '../../version.js';
import { emptyView } from '../empty-view.js';
import { styles } from '../styles.js';
import { formTemplate, type FormView } from '../template.js';
import { writeTemplate } from './write-template.js';

/** What the server knows of the form. */
export type KnownToServer = Pick<FormView, 'price' | 'networks' | 'isTestMode' | 'language'>;

/** What the payer is told without any script. */
export interface Notices {
  /** The script has not come for some time. */
  readonly late: string;
  /** No script may run. */
  readonly noScript: string;
}

/** Nothing moves before the notice is there. Where the page's policy forbids these styles, `hidden` hides it. */
const ownStyles = css`
  .late,
  noscript p {
    contain: inline-size;
    font: var(--_size) / 1.4 var(--_font);
  }
  .late[hidden] {
    display: block !important;
    max-height: 0;
    overflow: hidden;
    visibility: hidden;
    color: var(--_danger);
    animation: late 0s 8s forwards;
  }
  @keyframes late {
    to {
      max-height: none;
      margin-top: 10px;
      visibility: visible;
    }
  }
`;

/** The text of the form's style sheet, whose digest a content security policy can name. */
const styleText = [...styles, ownStyles].map(({ cssText }) => cssText).join('');

/**
 * The form as a page's HTML holds it before its script is there: it takes what is typed and can send it nowhere. The
 * mark says which release drew it. Whether all of it has arrived, the last element tells.
 */
export function writeForm(known: KnownToServer, { late, noScript }: Notices): string {
  const { tag: lang, direction: dir } = known.language;
  const parts = [
    formTemplate(untouched(known)),
    html`<noscript><p class="bad" lang=${lang} dir=${dir}>${noScript}</p></noscript>`,
    html`<p class="late" hidden lang=${lang} dir=${dir}>${late}</p>`,
  ];
  // Lit takes no bindings in a style element, and what is in there needs no escaping.
  const content = `<style>${styleText}</style>${parts.map(writeTemplate).join('')}`;
  return `<template shadowrootmode="open"><div data-of="${version}">${content}</div></template>`;
}

const untouched = (known: KnownToServer): FormView => ({
  ...emptyView,
  ...known,
  state: { phase: 'ready' },
  canSubmit: true,
  isServerRendered: true,
  inert: true,
});
