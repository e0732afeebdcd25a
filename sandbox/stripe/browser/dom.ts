/** Makes an element with attributes and children; text is never read as markup. */
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

/** A misuse of the library by the page, as Stripe.js throws it. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}
