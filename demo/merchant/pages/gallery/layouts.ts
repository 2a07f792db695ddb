/** How pages place a form. `{}` stands for the element; what is around it is as people write it. */
export interface Layout {
  readonly name: string;
  readonly html: string;
  /** Whether the element has the whole width of its place, as any block has, its own width, or the least that it can have. */
  readonly width: 'whole' | 'own' | 'least';
}

const own = (name: string, html: string): Layout => ({ name, html, width: 'own' });
const whole = (name: string, html: string): Layout => ({ name, html, width: 'whole' });

export const layouts: readonly Layout[] = [
  whole('block', '<div>{}</div>'),
  own('flex row, centered', '<div style="display: flex; justify-content: center">{}</div>'),
  own(
    'flex column, centered items',
    '<div style="display: flex; flex-direction: column; align-items: center">{}</div>',
  ),
  whole('flex column', '<div style="display: flex; flex-direction: column">{}</div>'),
  own(
    'flex row that wraps',
    '<div style="display: flex; flex-wrap: wrap; gap: 16px">{}<p>Your basket</p></div>',
  ),
  own('inline flex', '<div style="display: inline-flex; max-width: 100%">{}</div>'),
  whole('flex item that grows', '<div style="display: flex"><div style="flex: 1">{}</div></div>'),
  own(
    'two columns of flex',
    '<div style="display: flex; gap: 16px; flex-wrap: wrap"><div>{}</div><aside>Your basket</aside></div>',
  ),
  own('grid, centered items', '<div style="display: grid; place-items: center">{}</div>'),
  own('grid, centered content', '<div style="display: grid; place-content: center">{}</div>'),
  own(
    'grid, auto columns',
    '<div style="display: grid; grid-template-columns: auto; justify-content: start">{}</div>',
  ),
  own(
    'grid, a column of max-content',
    '<div style="display: grid; grid-template-columns: minmax(0, max-content)">{}</div>',
  ),
  {
    name: 'grid, a column of min-content',
    html: '<div style="display: grid; grid-template-columns: min-content">{}</div>',
    width: 'least',
  },
  own('grid, fit-content()', '<div style="display: grid; grid-template-columns: fit-content(100%)">{}</div>'),
  whole('grid, a column of 1fr', '<div style="display: grid; grid-template-columns: 1fr">{}</div>'),
  own('dialog', '<dialog open style="position: relative">{}</dialog>'),
  own('inline-block', '<div style="display: inline-block">{}</div>'),
  own('fit-content', '<div style="width: fit-content; margin: auto">{}</div>'),
  own('table cell', '<table><tr><td>{}</td></tr></table>'),
  own('display: table', '<div style="display: table; margin: auto">{}</div>'),
  own('float', '<div style="display: flow-root"><div style="float: left">{}</div></div>'),
  own(
    'absolute',
    '<div style="position: relative; height: 500px"><div style="position: absolute; top: 0">{}</div></div>',
  ),
  whole('fieldset', '<fieldset>{}</fieldset>'),
  own(
    'text in the middle',
    '<div style="text-align: center"><div style="display: inline-block">{}</div></div>',
  ),
  whole('details', '<details open><summary>Pay</summary>{}</details>'),
  whole('columns', '<div style="columns: 1">{}</div>'),
];
