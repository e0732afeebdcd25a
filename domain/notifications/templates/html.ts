/** Escaped markup. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Insert = string | number | Html | readonly Html[]

/** Tagged template that escapes inserted text; `Html` is inserted as it is. */
export function html(parts: TemplateStringsArray, ...inserts: Insert[]): Html {
  return new Html(String.raw({ raw: parts }, ...inserts.map(render)))
}

/** Inserts nothing. */
export const nothing = new Html('')

function render(insert: Insert): string {
  if (insert instanceof Html) return insert.markup
  if (Array.isArray(insert)) return insert.map((part: Html) => part.markup).join('')
  return escaped(String(insert))
}

function escaped(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
