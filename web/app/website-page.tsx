import { type ReactNode, useEffect, useRef } from 'react'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import * as words from '#words/en/site/home.ts'
import { componentChunk, LazyComponent } from '../components/states/lazy-component.tsx'
import { PageSpinner } from '../components/states/loading.tsx'
import type { PreviewProps } from '../desk/site/site-api.ts'
import { WebsitePage } from '../desk/site/website-page.tsx'
import { ClinicProvider, useClinic, useShowClinic } from '../lib/clinic.tsx'
import { Footer } from './footer.tsx'

// Not in `web/desk`, because desk and family pages do not import each other.

interface PageProps {
  /** The section to scroll to. */
  name: string | undefined
}

const home = componentChunk<PageProps>(async () => {
  const { default: Page } = await import('../family/home/home-page.tsx')
  return { default: ({ name }) => <Scrolled to={name}>{<Page />}</Scrolled> }
})

const about = componentChunk<PageProps>(async () => {
  const { default: Page } = await import('../family/about/about-page.tsx')
  return { default: () => <Page /> }
})

/** The names of the home page's sections. Other sections are at the top of their page. */
const NAMES: Partial<Record<PreviewProps['section'], string>> = {
  care: words.howWeCare,
  treatments: words.treatments,
  why: words.whyChooseUs,
  statistics: words.byTheNumbers,
  testimonials: words.whatFamiliesSay,
  team: words.ourDoctors,
}

/** The page of a section with words that may not be saved yet. Its links and buttons do nothing. */
function Preview({ section, words }: PreviewProps) {
  const clinic = useClinic()
  const shown = { ...clinic, words: { ...clinic.words, ...words } }
  return (
    <section
      aria-label="The page"
      // It needs focus to be scrolled with the keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
      tabIndex={0}
      className="relative h-96 overflow-auto rounded-2xl border border-line"
    >
      {/* As wide as a small phone at least; on less the box scrolls sideways. */}
      <div inert className="min-w-80 bg-base-200">
        <ClinicProvider clinic={shown}>
          <Follow clinic={shown} />
          {section === 'footer' ? (
            <Footer />
          ) : (
            <LazyComponent
              key={section}
              chunk={section === 'about' ? about : home}
              props={{ name: NAMES[section] }}
              waiting={<PageSpinner />}
            />
          )}
        </ClinicProvider>
      </div>
    </section>
  )
}

/** Shows changed words without mounting the page again. */
function Follow({ clinic }: { clinic: ClinicDetails }) {
  const show = useShowClinic()
  const text = JSON.stringify(clinic)
  useEffect(() => show(JSON.parse(text)), [text, show])
  return null
}

/** Scrolls the preview, and not the page around it, to a section. */
function Scrolled({ to, children }: { to: string | undefined; children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const section = page.current?.querySelector<HTMLElement>(`[aria-label="${to}"]`)
    const box = page.current?.closest('[tabindex]')
    if (section && box) box.scrollTop = section.offsetTop
  }, [to])
  return <div ref={page}>{children}</div>
}

/** The page on which admins edit the words of the website, with a preview. */
export default function Website() {
  return <WebsitePage Preview={Preview} />
}
