/** The build minifies templates with this tag. */
export const css = String.raw;
