/** Escaped markup. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Insert = string | Html | readonly Html[]

/** Tagged template that escapes inserted text; `Html` is inserted as it is. */
export function html(parts: TemplateStringsArray, ...inserts: Insert[]): Html {
  return new Html(String.raw({ raw: parts }, ...inserts.map(render)))
}

function render(insert: Insert): string {
  if (insert instanceof Html) return insert.markup
  if (typeof insert === 'string') return escaped(insert)
  return insert.map((part) => part.markup).join('')
}

function escaped(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const nothing = new Html('')

/** A page of the sandbox without inline styles and scripts, because of the content security policy. */
export function page({
  title,
  body,
  script,
}: {
  title: string
  body: Html
  script?: string
}): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/identity.css">
${script ? html`<script src="${script}" defer></script>` : nothing}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}
