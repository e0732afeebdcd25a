import { addressOf } from '../lib/own-path.ts'

/** Where most visitors of a public page go. */
const LIKELY = addressOf('/appointment')

/** Events that show that a visitor may be about to follow a link. */
const INTENTS = ['pointerover', 'touchstart', 'focusin'] as const

/**
 * Has the browser fetch, without running them, the scripts that this page needs when it is used or, on public
 * pages, the files of the booking; and until `ended` the files of every page whose link is hovered, touched or
 * focused. Not for visitors who save data.
 * @param documentOf the path of the document that a link to a path leads to
 */
export function prefetchNext(documentOf: (path: string) => string, ended: AbortSignal): void {
  if (navigator.connection?.saveData) return
  const later = document.querySelector<HTMLTemplateElement>('template#later')
  if (later) document.head.append(later.content)
  const asked = new Set<string>()

  function prefetch(path: string) {
    const address = documentOf(path)
    if (asked.has(address)) return
    asked.add(address)
    void prefetchFilesOf(address)
  }

  function onIntent({ target }: Event) {
    const link = target instanceof Element && target.closest('a')
    if (link && link.origin === location.origin) prefetch(link.pathname)
  }

  if (!later && !document.querySelector('[data-shell]')) prefetch(LIKELY)
  for (const kind of INTENTS) {
    document.addEventListener(kind, onIntent, { passive: true, signal: ended })
  }
}

/** Prefetches the styles and scripts that a document names; if it fails, the page itself fetches them. */
async function prefetchFilesOf(address: string): Promise<void> {
  const html = await fetch(address).then(
    (response) => response.text(),
    () => '',
  )
  const page = new DOMParser().parseFromString(html, 'text/html')
  const later = page.querySelector<HTMLTemplateElement>('template#later')
  for (const part of [page, later?.content]) {
    const links = part?.querySelectorAll('[rel=stylesheet], [rel=modulepreload], [rel=prefetch]')
    for (const link of links ?? []) prefetchFile(link.getAttribute('href'))
  }
}

function prefetchFile(href: string | null): void {
  if (!href || document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  // Pages fetch their files with the same mode, and find them in the cache.
  Object.assign(link, { rel: 'prefetch', crossOrigin: 'anonymous', href })
  document.head.append(link)
}
