import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { parseRichText } from '#contract/rich-text/parse-rich-text.ts'
import { RichText } from './rich-text.tsx'

const renderOnServer = (typed: string) =>
  renderToStaticMarkup(
    <StaticRouter location="/">
      <RichText text={parseRichText(typed).blocks} />
    </StaticRouter>,
  )

it('renders headings, paragraphs, lists and links on the server', () => {
  const html = renderOnServer(
    '# Your rights\nYou may\ncall [us](tel:5035550142).\n\n4. See [times](/times)\n\n{es} Hola',
  )
  const document = new DOMParser().parseFromString(html, 'text/html')
  const elements = [...document.body.children].map(({ outerHTML }) =>
    outerHTML.replaceAll(/ (?:class|dir)="[^"]*"| data-[a-z]+="[^"]*"/g, ''),
  )
  expect(elements).toEqual([
    '<h2>Your rights</h2>',
    '<p>You may<br>call <a href="tel:5035550142">us</a>.</p>',
    '<ol start="4"><li>See <a href="/times">times</a></li></ol>',
    '<p lang="es">Hola</p>',
  ])
})

it('shows HTML and forbidden links as text', () => {
  const html = renderOnServer(
    '<script>alert(1)</script><img src=x onerror=alert(1)>\n[a](javascript:alert`1`) " onclick="x',
  )
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  expect([...body.querySelectorAll('*')].map(({ tagName }) => tagName)).toEqual(['P', 'BR'])
  expect(body.textContent).toMatch(/^<script>alert\(1\)<\/script><img src=x onerror=alert\(1\)>/)
})
