import { make } from './dom.js';

/** A drawing says nothing that the words beside it do not say. */
const drawing = (url: URL, className: string) => make('img', { src: url.href, alt: '', className });

export const art = (product: string) => drawing(new URL(`../art/${product}.svg`, import.meta.url), 'art');

export const icon = (kind: string) => drawing(new URL(`../art/${kind}.svg`, import.meta.url), 'icon');
