/** Creates an element with attributes and children; text is never parsed as markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A misuse of the library by the page; Stripe.js throws the same. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}

// Font, colors and focus ring come from the page by inheritance and the theme's custom properties;
// the fallbacks work in light and dark mode. A constructed style sheet needs no 'unsafe-inline' in
// the content security policy.
const text = `
.stripe-sandbox { border: 0; margin: 0; padding: 0; min-inline-size: 0; display: flex; flex-wrap: wrap; gap: 0.5rem;
  align-items: end; text-align: start; }
.stripe-sandbox > * { flex: 1 1 max-content; min-inline-size: min(4rem, 100%); }
.stripe-sandbox > .stripe-sandbox-wide { flex-basis: 100%; }
.stripe-sandbox-note { margin: 0; padding: 0.5rem 0.75rem; border-radius: var(--radius-field, 0.375rem); font-size: 0.875em;
  line-height: 1.3; background: light-dark(#fef3c7, #422006); color: light-dark(#713f12, #fde68a); }
.stripe-sandbox-whole { display: inline-block; }
.stripe-sandbox label { display: block; margin: 0 0 0.125rem; font-size: 0.8125em; line-height: 1.3;
  font-weight: 600; }
.stripe-sandbox-box { position: relative; }
.stripe-sandbox input { box-sizing: border-box; inline-size: 0; min-inline-size: 100%; min-block-size: 2.75rem; margin: 0;
  padding: 0.5rem; border: 1px solid color-mix(in srgb, currentColor 60%, transparent);
  border-radius: var(--radius-field, 0.375rem); background: transparent; color: inherit; font: inherit;
  font-variant-numeric: tabular-nums; }
.stripe-sandbox input::placeholder { opacity: 1;
  color: var(--stripe-sandbox-placeholder, color-mix(in srgb, currentColor 75%, transparent)); }
.stripe-sandbox input:disabled { opacity: 0.6; cursor: not-allowed; }
.stripe-sandbox input[aria-invalid='true'] { --stripe-sandbox-wrong: var(--color-error, light-dark(#b91c1c, #fca5a5));
  border-color: var(--stripe-sandbox-wrong); box-shadow: inset 0 0 0 1px var(--stripe-sandbox-wrong); }
.stripe-sandbox-brand { position: absolute; inset-block: 0; inset-inline-end: 0.75rem; display: flex;
  align-items: center; font-size: 0.8125em; font-weight: 600; pointer-events: none; }
.stripe-sandbox-hidden { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; padding: 0;
  overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0; }
.stripe-sandbox-challenge { box-sizing: border-box; inline-size: min(26rem, calc(100vw - 2rem)); margin: auto;
  padding: 1.5rem; border: 1px solid color-mix(in srgb, currentColor 40%, transparent); border-radius: 0.75rem;
  background: var(--color-base-100, Canvas); color: var(--color-base-content, CanvasText);
  line-height: 1.5; text-align: start; }
.stripe-sandbox-challenge::backdrop { background: rgb(0 0 0 / 0.6); }
.stripe-sandbox-challenge h2 { margin: 0.75rem 0 0.5rem; font-size: 1.25rem; line-height: 1.3; font-weight: 700; }
.stripe-sandbox-challenge p { margin: 0; }
.stripe-sandbox-actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-block-start: 1.25rem; }
.stripe-sandbox-actions button { flex: 1 1 8rem; min-block-size: 2.75rem; padding: 0.5rem 1rem; cursor: pointer;
  border: 2px solid currentColor; border-radius: var(--radius-field, 0.375rem); background: transparent; color: inherit;
  font: inherit; font-weight: 600; }
.stripe-sandbox-actions button:first-child { border-color: var(--color-primary, light-dark(#166534, #bbf7d0));
  background: var(--color-primary, light-dark(#166534, #bbf7d0));
  color: var(--color-primary-content, light-dark(#ffffff, #052e16)); }
`

let sheet: CSSStyleSheet | undefined

/** The inputs copy only these properties of the page's style. */
export function adoptStyles(): void {
  if (sheet) return
  sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
