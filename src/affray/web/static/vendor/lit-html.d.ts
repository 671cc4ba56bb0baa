// The types of lit-html that are used here; for `tsc` alone, nothing loads this file.
export interface Template { readonly _$litType$: number }
export const nothing: unique symbol
export const noChange: unique symbol
export function html(parts: TemplateStringsArray, ...values: unknown[]): Template
export function svg(parts: TemplateStringsArray, ...values: unknown[]): Template
export function render(value: unknown, root: Element): unknown
