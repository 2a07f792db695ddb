/** How a page places a form. */
export interface Layout {
  readonly name: string;
  /** Puts the form into elements around it, as people write them. */
  readonly place: (form: Element) => HTMLElement;
  /** Whether the element has the whole width of its place, as any block has, its own width, or the least that it can have. */
  readonly width: 'whole' | 'own' | 'least';
}

/** Makes an element with styles. A page's policy may forbid style attributes, so the styles are set by script. */
function box(tag: string, style: string, ...children: (Element | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.style.cssText = style;
  element.append(...children);
  return element;
}

const div = (style: string, ...children: (Element | string)[]) => box('div', style, ...children);
const basket = (tag: string) => box(tag, '', 'Your basket');

const own = (name: string, place: Layout['place']): Layout => ({ name, place, width: 'own' });
const whole = (name: string, place: Layout['place']): Layout => ({ name, place, width: 'whole' });

export const layouts: readonly Layout[] = [
  whole('block', (form) => div('', form)),
  own('flex row, centered', (form) => div('display: flex; justify-content: center', form)),
  own('flex column, centered items', (form) =>
    div('display: flex; flex-direction: column; align-items: center', form),
  ),
  whole('flex column', (form) => div('display: flex; flex-direction: column', form)),
  own('flex row that wraps', (form) => div('display: flex; flex-wrap: wrap; gap: 16px', form, basket('p'))),
  own('inline flex', (form) => div('display: inline-flex; max-width: 100%', form)),
  whole('flex item that grows', (form) => div('display: flex', div('flex: 1', form))),
  own('two columns of flex', (form) =>
    div('display: flex; gap: 16px; flex-wrap: wrap', div('', form), basket('aside')),
  ),
  own('grid, centered items', (form) => div('display: grid; place-items: center', form)),
  own('grid, centered content', (form) => div('display: grid; place-content: center', form)),
  own('grid, auto columns', (form) =>
    div('display: grid; grid-template-columns: auto; justify-content: start', form),
  ),
  own('grid, a column of max-content', (form) =>
    div('display: grid; grid-template-columns: minmax(0, max-content)', form),
  ),
  {
    name: 'grid, a column of min-content',
    place: (form) => div('display: grid; grid-template-columns: min-content', form),
    width: 'least',
  },
  own('grid, fit-content()', (form) => div('display: grid; grid-template-columns: fit-content(100%)', form)),
  whole('grid, a column of 1fr', (form) => div('display: grid; grid-template-columns: 1fr', form)),
  own('dialog', (form) => {
    const dialog = box('dialog', 'position: relative', form) as HTMLDialogElement;
    dialog.open = true;
    return dialog;
  }),
  own('inline-block', (form) => div('display: inline-block', form)),
  own('fit-content', (form) => div('width: fit-content; margin: auto', form)),
  own('table cell', (form) => box('table', '', box('tbody', '', box('tr', '', box('td', '', form))))),
  own('display: table', (form) => div('display: table; margin: auto', form)),
  own('float', (form) => div('display: flow-root', div('float: left', form))),
  own('absolute', (form) =>
    div('position: relative; height: 500px', div('position: absolute; top: 0', form)),
  ),
  whole('fieldset', (form) => box('fieldset', '', form)),
  own('text in the middle', (form) => div('text-align: center', div('display: inline-block', form))),
  whole('details', (form) => {
    const details = box('details', '', box('summary', '', 'Pay'), form) as HTMLDetailsElement;
    details.open = true;
    return details;
  }),
  whole('columns', (form) => div('columns: 1', form)),
];
