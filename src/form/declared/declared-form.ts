import { version } from '../../version.js';
import { h, type Child, type Drawn } from '../draw.js';
import { styles } from '../styles.js';
import { css } from '../styles/css.js';
import { picture, type View } from '../view.js';
import { markup } from './markup.js';

/** What the server knows of the form. */
export type Known = Pick<View, 'price' | 'networks' | 'test' | 'language'>;

/** What the payer is told without any script. */
export interface Notices {
  /** The script has not come for some time. */
  readonly late: string;
  /** No script may run. */
  readonly noScript: string;
}

/** Nothing moves before the notice is there. Where the page's policy forbids these styles, `hidden` hides it. */
const ownStyles = css`
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
export const declaredStyles = styles + ownStyles;

/**
 * The form as a page's HTML declares it, before its script is there: it takes what is typed and can send it nowhere.
 * The mark says which release drew it. Whether all of it has arrived, the last element tells.
 */
export function declaredForm(known: Known, { late, noScript }: Notices): string {
  const { tag: lang, direction: dir } = known.language;
  const form = h(
    'div',
    { 'data-of': version },
    h('style', {}, declaredStyles),
    inert(picture(untouched(known))),
    h('noscript', {}, h('p', { class: 'bad', lang, dir }, noScript)),
    h('p', { class: 'late', hidden: true, lang, dir }, late),
  );
  return `<template shadowrootmode="open">${markup(form)}</template>`;
}

/** Without names the inputs belong to nothing that could be sent, and no button can be pressed. */
function inert(drawn: Drawn): Drawn {
  const { name, attributes, children } = drawn;
  switch (name) {
    case 'input':
      return { ...drawn, attributes: { ...attributes, name: undefined } };
    case 'button':
      return {
        ...drawn,
        attributes: { ...attributes, type: 'button', disabled: true, 'aria-disabled': 'true' },
      };
    default:
      return { ...drawn, children: children.map(inertChild) };
  }
}

function inertChild(child: Child): Child {
  if (typeof child !== 'object') return child;
  return 'name' in child ? inert(child) : child.map(inertChild);
}

const nothing = () => undefined;

const untouched = (known: Known): View => ({
  ...known,
  state: { phase: 'ready' },
  usable: true,
  lazy: false,
  askable: false,
  earlier: {},
  declared: true,
  disabled: false,
  expiresAt: undefined,
  fields: {
    complaints: {},
    checked: { brand: undefined, networks: [] },
    brandIsSettled: false,
    edited: nothing,
    left: nothing,
  },
  onSubmit: nothing,
  onAct: nothing,
});
