import { always, eventually, now } from '@antithesishq/bombadil'
import { actions, extract, getFingerprint, weighted } from '@antithesishq/bombadil/browser'
import { back, inputs, reload, scroll } from '@antithesishq/bombadil/browser/defaults/actions'

// Properties that must hold in every state that `npm run explore` reaches, and the elements that it
// presses. Bombadil bundles this file on its own and runs the queries in the page.

export {
  noConsoleErrors,
  noUncaughtExceptions,
  noUnhandledPromiseRejections,
} from '@antithesishq/bombadil/browser/defaults/properties'

const headings = extract(({ document }) => document.querySelectorAll('h1').length)

/** A page may have no heading while it loads, but never two. */
export const oneHeading = always(() => headings.current <= 1)
export const headingAppears = always(
  now(() => headings.current === 0).implies(
    eventually(() => headings.current === 1).within(15, 'seconds'),
  ),
)

const sideways = extract(({ document, window }) => {
  const { scrollWidth } = document.documentElement
  return scrollWidth > window.innerWidth ? `${scrollWidth} > ${window.innerWidth}` : ''
})
export const noSidewaysScroll = always(() => sideways.current === '')

const repeatedIds = extract(({ document }) => {
  const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
  return ids.filter((id, index) => ids.indexOf(id) !== index).join(' ')
})
export const uniqueIds = always(() => repeatedIds.current === '')

const nameless = extract(({ document }) => {
  const textOf = (id: string) => document.getElementById(id)?.textContent?.trim() ?? ''
  const isNamed = (control: Element) => {
    const labels = Array.from((control as HTMLInputElement).labels ?? [])
    const texts = [
      control.getAttribute('aria-label'),
      ...(control.getAttribute('aria-labelledby') ?? '').split(/\s+/).map(textOf),
      ...labels.map((label) => label.textContent),
      control.textContent,
      control.getAttribute('title'),
      ...Array.from(
        control.querySelectorAll('img[alt], svg[aria-label]'),
        (image) => image.getAttribute('alt') ?? image.getAttribute('aria-label'),
      ),
    ]
    return texts.some((text) => text?.trim())
  }
  const controls = 'a[href], button, select, textarea, input:not([type=hidden]), [role=button]'
  return Array.from(document.querySelectorAll(controls))
    .filter((control) => control.getClientRects().length > 0)
    .filter((control) => !isNamed(control))
    .map((control) => control.outerHTML.slice(0, 200))
    .join('\n')
})
export const everyControlNamed = always(() => nameless.current === '')

const isLoading = extract(({ document }) => {
  const statuses = Array.from(document.querySelectorAll('[role=status]'))
  return (
    document.querySelector('main [aria-busy=true]') !== null ||
    statuses.some(({ textContent }) => /^Loading /.test(textContent ?? ''))
  )
})
export const loadingEnds = always(
  now(() => isLoading.current).implies(eventually(() => !isLoading.current).within(15, 'seconds')),
)

/** The amount on the pay button, if the page beside it does not show the same amount. */
const unexplainedAmount = extract(({ document }) => {
  // '$95' and '$95.00' are equal.
  const amounts = (text: string) =>
    (text.match(/\$[\d,]+(\.\d\d)?/g) ?? []).map((amount) => Number(amount.replace(/[$,]/g, '')))
  const button = Array.from(document.querySelectorAll('main button')).find(({ textContent }) =>
    /^Pay \$/.test(textContent ?? ''),
  )
  const [charged] = amounts(button?.textContent ?? '')
  if (charged === undefined) return ''
  const shown = amounts(document.querySelector('main')?.textContent ?? '')
  return shown.filter((amount) => amount === charged).length > 1 ? '' : String(charged)
})
export const priceShownIsCharged = always(() => unexplainedAmount.current === '')

/** Controls that end the session or leave the site. */
const LEAVES = /log ?out|remove (my )?account|delete/i

const targets = extract(({ document, window }) => {
  const pressable =
    'a[href], button, summary, select, label, input, textarea, [role=menuitem], [role=tab]'
  // The rest of the page is inert while a modal dialog is open.
  const root = document.querySelector('dialog[open]') ?? document
  return Array.from(root.querySelectorAll(pressable)).flatMap((element) => {
    const link = element.closest('a')
    if (link && (link.origin !== window.location.origin || link.target === '_blank')) return []
    if (link?.hasAttribute('download') || (element as HTMLButtonElement).disabled) return []
    if (LEAVES.test(element.textContent ?? '')) return []
    const { x, y, width, height } = element.getBoundingClientRect()
    const point = { x: x + width / 2, y: y + height / 2 }
    const isInView =
      width > 0 &&
      height > 0 &&
      point.x >= 0 &&
      point.y >= 0 &&
      point.x < window.innerWidth &&
      point.y < window.innerHeight
    if (!isInView) return []
    const top = document.elementFromPoint(point.x, point.y)
    if (!top || !(element.contains(top) || top.contains(element))) return []
    return [{ point, fingerprint: getFingerprint(element) }]
  })
})

const presses = actions(() =>
  targets.current.map(({ point, fingerprint }) => ({ Click: { point, fingerprint } })),
)

export const explore = weighted([
  [20, presses],
  [8, inputs],
  [6, scroll],
  [1, back],
  [1, reload],
])
