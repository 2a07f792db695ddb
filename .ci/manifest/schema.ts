/** As much of the custom elements manifest (https://github.com/webcomponents/custom-elements-manifest) as is written. */
export interface Manifest {
  readonly schemaVersion: string;
  readonly readme: string;
  readonly modules: readonly Module[];
}

interface Module {
  readonly kind: 'javascript-module';
  readonly path: string;
  readonly declarations: readonly Declaration[];
  readonly exports: readonly {
    readonly kind: 'js' | 'custom-element-definition';
    readonly name: string;
    readonly declaration: { readonly name: string; readonly module: string };
  }[];
}

interface Typed {
  readonly type: { readonly text: string };
}

interface Named {
  readonly name: string;
  readonly description?: string;
}

interface Shared extends Named {
  readonly privacy?: 'public' | 'private' | 'protected';
  readonly static?: boolean;
}

export interface Field extends Shared, Typed {
  readonly kind: 'field';
  readonly default?: string;
  readonly attribute?: string;
  readonly readonly?: boolean;
}

export interface Method extends Shared {
  readonly kind: 'method';
  readonly parameters?: readonly (Named &
    Partial<Typed> & { readonly optional?: boolean; readonly default?: string })[];
  readonly return?: Typed;
}

export type Member = Field | Method;

export interface Declaration extends Required<Named> {
  readonly kind: 'class';
  readonly tagName: string;
  readonly customElement: true;
  readonly attributes: readonly (Named &
    Typed & { readonly fieldName?: string; readonly default?: string })[];
  readonly members: readonly Member[];
  readonly events: readonly (Named & Typed)[];
  readonly slots: readonly Named[];
  readonly cssParts: readonly Named[];
  readonly cssProperties: readonly (Named & { readonly default?: string })[];
  readonly cssStates: readonly Named[];
  readonly superclass: { readonly name: string; readonly package?: string };
}
